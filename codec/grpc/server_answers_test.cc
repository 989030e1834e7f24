// What other reflection services answer, and servers that have none.
#include <memory>
#include <string>
#include <vector>

#include "backwire/dynamic/dynamic_parser.h"
#include "backwire/grpc/server_reflection.h"
#include "backwire/testing/hops/echo.h"
#include "backwire/testing/hops/raw_call.h"
#include "google/protobuf/unknown_field_set.h"
#include "gtest/gtest.h"

namespace backwire {
namespace {

using ::google::protobuf::FileDescriptorProto;
using ::google::protobuf::UnknownFieldSet;

std::chrono::system_clock::time_point Soon() {
  return std::chrono::system_clock::now() + std::chrono::seconds(20);
}

TEST(ServerAnswersTest, AreUnimplementedWithoutTheService) {
  const auto server = hops::StartEchoServer(hops::Api::kCallback);
  EXPECT_EQ(FilesFromServer(server->Connect(), "M", Soon()).status().code(),
            absl::StatusCode::kUnimplemented);
}

// A server that takes two requests, and gets one, never answers.
TEST(ServerAnswersTest, AreWaitedForUntilTheDeadline) {
  const hops::RawServer server(2, {});
  EXPECT_EQ(FilesFromServer(server.Connect(), "M",
                            std::chrono::system_clock::now() +
                                std::chrono::milliseconds(50))
                .status()
                .code(),
            absl::StatusCode::kDeadlineExceeded);
}

std::string Answer(const FileDescriptorProto& file) {
  UnknownFieldSet list;
  list.AddLengthDelimited(1, file.SerializeAsString());
  std::string bytes;
  (void)list.SerializeToString(&bytes);
  UnknownFieldSet answer;
  answer.AddLengthDelimited(4, bytes);
  (void)answer.SerializeToString(&bytes);
  return bytes;
}

// The file alone: what it imports is asked for.
TEST(ServerAnswersTest, MayLackImports) {
  FileDescriptorProto inner;
  inner.set_name("inner.proto");
  FileDescriptorProto outer;
  outer.set_name("outer.proto");
  outer.add_dependency("inner.proto");
  outer.add_message_type()->set_name("M");
  const hops::RawServer server(1, {Answer(outer), Answer(inner)});
  const auto files = FilesFromServer(server.Connect(), "M", Soon());
  ASSERT_TRUE(files.ok()) << files.status();
  ASSERT_EQ(files->file_size(), 2);
  EXPECT_EQ(files->file(0).name(), "inner.proto");
  EXPECT_TRUE(DynamicParser::FromFileSet(*files, "M").ok());
}

TEST(ServerAnswersTest, AreRefusedIfTheyAreNone) {
  // Malformed, nothing, no descriptor, and one that adds nothing.
  FileDescriptorProto importer;
  importer.set_name("a.proto");
  importer.add_dependency("b.proto");
  for (const std::vector<std::string>& answers :
       {std::vector<std::string>{"\x22\x02\xff\xff"},
        {""},
        {"\x22\x03\x0a\x01\xff"},
        {Answer(importer), Answer(importer)}}) {
    const hops::RawServer server(1, answers);
    const auto files = FilesFromServer(server.Connect(), "M", Soon());
    EXPECT_EQ(files.status().code(), absl::StatusCode::kInvalidArgument)
        << files.status();
  }
}

}  // namespace
}  // namespace backwire
