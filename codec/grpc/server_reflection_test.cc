// Against gRPC's own reflection service, which every server of the program then
// has.
#include "backwire/grpc/server_reflection.h"

#include <grpcpp/create_channel.h>
#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>

#include <future>
#include <memory>
#include <set>
#include <string>

#include "absl/strings/str_cat.h"
#include "backwire/dynamic/dynamic_parser.h"
#include "backwire/grpc/view.h"
#include "backwire/testing/hops/echo.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace backwire {
namespace {

using ::google::protobuf::FileDescriptorProto;
using ::testing::HasSubstr;

constexpr char kResponse[] = "backwire.hops.EchoResponse";

std::chrono::system_clock::time_point Soon() {
  return std::chrono::system_clock::now() + std::chrono::seconds(20);
}

class EchoOnce final : public hops::Echo::Service {
  ::grpc::Status Unary(::grpc::ServerContext*, const hops::EchoRequest* request,
                       hops::EchoResponse* response) override {
    *response = hops::Answer(*request);
    return ::grpc::Status::OK;
  }
};

class ReflectedServer {
 public:
  ReflectedServer() {
    ::grpc::reflection::InitProtoReflectionServerBuilderPlugin();
    ::grpc::ServerBuilder builder;
    int port = 0;
    builder.AddListeningPort("127.0.0.1:0", ::grpc::InsecureServerCredentials(),
                             &port);
    builder.RegisterService(&service_);
    server_ = builder.BuildAndStart();
    channel_ = ::grpc::CreateChannel(absl::StrCat("127.0.0.1:", port),
                                     ::grpc::InsecureChannelCredentials());
  }
  ~ReflectedServer() { server_->Shutdown(Soon()); }
  const std::shared_ptr<::grpc::Channel>& channel() const { return channel_; }

 private:
  EchoOnce service_;
  std::unique_ptr<::grpc::Server> server_;
  std::shared_ptr<::grpc::Channel> channel_;
};

// What a gateway does: from the name of a method to JSON.
TEST(ServerReflectionTest, GivesAParserForWhatTheServerSends) {
  const ReflectedServer server;
  const auto files =
      FilesFromServer(server.channel(), "backwire.hops.Echo", Soon());
  ASSERT_TRUE(files.ok()) << files.status();
  const auto parser = DynamicParser::FromFileSet(*files, kResponse);
  ASSERT_TRUE(parser.ok()) << parser.status();

  hops::EchoRequest request;
  request.set_text("some text");
  request.set_index(7);
  ReceivedDynamicView view(parser->layout());
  ::grpc::TemplatedGenericStub<hops::EchoRequest, ReceivedDynamicView> stub(
      server.channel());
  ::grpc::ClientContext context;
  context.set_deadline(Soon());
  std::promise<::grpc::Status> ended;
  stub.UnaryCall(&context, hops::MethodPath(hops::Shape::kUnary), {}, &request,
                 &view,
                 [&ended](const ::grpc::Status& s) { ended.set_value(s); });
  ASSERT_TRUE(ended.get_future().get().ok());
  ASSERT_TRUE(view.status().ok());

  const hops::EchoResponse expected = hops::Answer(request);
  const FieldHandle text = parser->FindField("text");
  ASSERT_NE(text, nullptr);
  EXPECT_EQ(view.message().GetString(*text), expected.text());
  EXPECT_GT(view.pinned_bytes(), 0u);
  std::string json;
  ASSERT_TRUE(parser->ToJson(view.message(), &json).ok());
  std::string expected_json;
  ASSERT_TRUE(
      ::google::protobuf::util::MessageToJsonString(expected, &expected_json)
          .ok());
  EXPECT_EQ(json, expected_json);
}

TEST(ServerReflectionTest, SortsFilesBehindTheirImports) {
  const ReflectedServer server;
  const auto files = FilesFromServer(server.channel(), kResponse, Soon());
  ASSERT_TRUE(files.ok()) << files.status();
  std::set<std::string> seen;
  for (const FileDescriptorProto& file : files->file()) {
    for (const std::string& import : file.dependency()) {
      EXPECT_EQ(seen.count(import), 1u) << file.name() << ": " << import;
    }
    seen.insert(std::string(file.name()));
  }
  EXPECT_GT(seen.size(), 1u);
}

TEST(ServerReflectionTest, SaysWhatTheServerLacks) {
  const ReflectedServer server;
  const auto unknown = FilesFromServer(server.channel(), "no.Such", Soon());
  EXPECT_EQ(unknown.status().code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(unknown.status().message()), HasSubstr("no.Such"));
}

}  // namespace
}  // namespace backwire
