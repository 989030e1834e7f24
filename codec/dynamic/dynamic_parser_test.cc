#include "backwire/dynamic/dynamic_parser.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include "backwire/dynamic/layouts.h"
#include "backwire/testing/differential.h"
#include "backwire/testing/random_message.h"
#include "backwire/testing/wire_text.h"
#include "backwire/view/copy_out.h"
#include "google/protobuf/util/type_resolver.h"
#include "google/protobuf/util/type_resolver_util.h"
#include "gtest/gtest.h"
#include "proto/workload/generate.h"

namespace backwire {
namespace {

using ::candidates::v1::Candidate;
using ::candidates::v1::GenerateResponse;
using ::google::protobuf::Descriptor;
using ::google::protobuf::DescriptorPool;
using ::google::protobuf::FileDescriptor;
using ::google::protobuf::FileDescriptorSet;
using ::google::protobuf::Message;
using ::google::protobuf::MessageFactory;
using testing::Wire;

const Descriptor* LinkedType(const std::string& name) {
  return DescriptorPool::generated_pool()->FindMessageTypeByName(name);
}

void AddFile(const FileDescriptor* file, std::set<std::string>* seen,
             FileDescriptorSet* files) {
  if (!seen->insert(std::string(file->name())).second) return;
  for (int i = 0; i < file->dependency_count(); ++i) {
    AddFile(file->dependency(i), seen, files);
  }
  file->CopyTo(files->add_file());
}

FileDescriptorSet FilesOf(const Descriptor* type) {
  FileDescriptorSet files;
  std::set<std::string> seen;
  AddFile(type->file(), &seen, &files);
  return files;
}

// A file that is removed at the end.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& content)
      : path_(std::filesystem::temp_directory_path() /
              ("backwire_dynamic_" + std::to_string(getpid()))) {
    std::ofstream(path_, std::ios::binary) << content;
  }
  ~TemporaryFile() { std::filesystem::remove(path_); }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

TEST(DynamicParserTest, ReadsByNameFromAFileOfDescriptors) {
  const Candidate candidate = workload::MakeReferenceResponse(1).candidates(0);
  const std::string bytes = candidate.SerializeAsString();
  const TemporaryFile file(
      FilesOf(Candidate::descriptor()).SerializeAsString());
  auto parser = DynamicParser::FromFile(file.path(), "candidates.v1.Candidate");
  ASSERT_TRUE(parser.ok()) << parser.status();
  const DynamicParser moved = std::move(*parser);
  EXPECT_NE(moved.descriptor(), Candidate::descriptor());
  view::ParsedMessage parsed = moved.NewMessage();
  ASSERT_TRUE(parsed.Parse(bytes.data(), bytes.size()));
  const DynamicView view(parsed.message());
  EXPECT_EQ(std::get<std::string_view>(view.Get(view.FindField("id"))),
            candidate.id());
  const FieldHandle metadata = moved.FindField("metadata");
  ASSERT_EQ(metadata, moved.FindField(Candidate::kMetadataFieldNumber));
  EXPECT_EQ(view.GetMap(*metadata).size(), candidate.metadata().size());
  for (const view::EntryRef entry : view.GetMap(*metadata)) {
    const auto key = std::get<std::string_view>(GetKey(entry));
    EXPECT_EQ(std::get<std::string_view>(GetValue(entry)),
              candidate.metadata().at(std::string(key)));
  }
  EXPECT_EQ(moved.FindField("no_such_field"), nullptr);
  EXPECT_EQ(moved.FindField(77), nullptr);
}

TEST(DynamicParserTest, SaysWhatIsWrongWithItsFiles) {
  const TemporaryFile file("no descriptors");
  const auto code = [](const auto& parser) { return parser.status().code(); };
  const FileDescriptorSet good = FilesOf(LinkedType("imports.WellKnown"));
  FileDescriptorSet torn = good;
  torn.mutable_file()->DeleteSubrange(0, 1);

  auto parser = DynamicParser::FromFile(file.path(), "a.B");
  EXPECT_EQ(code(parser), absl::StatusCode::kInvalidArgument);
  EXPECT_NE(parser.status().message().find(file.path()), std::string::npos);
  parser = DynamicParser::FromFile("/nonexistent/file", "a.B");
  EXPECT_EQ(code(parser), absl::StatusCode::kNotFound);
  parser = DynamicParser::FromFileSet(good, "imports.NoSuch");
  EXPECT_EQ(code(parser), absl::StatusCode::kNotFound);
  parser = DynamicParser::FromFileSet(torn, "imports.WellKnown");
  EXPECT_EQ(code(parser), absl::StatusCode::kInvalidArgument);
  EXPECT_NE(parser.status().message().find("--include_imports"),
            std::string::npos);
  EXPECT_TRUE(DynamicParser::FromFileSet(good, "imports.WellKnown").ok());
}

TEST(DynamicParserTest, RefusesToParseForNoType) {
  const auto parser = DynamicParser::ForType(LinkedType("kinds2.NoSuch"));
  EXPECT_EQ(parser.status().code(), absl::StatusCode::kInvalidArgument);
}

TEST(DynamicParserTest, ReadsMessageSetsByTheirExtensions) {
  const auto parser = DynamicParser::ForType(LinkedType("kinds2.HoldsSet"));
  ASSERT_TRUE(parser.ok()) << parser.status();
  view::ParsedMessage parsed = parser->NewMessage();
  const std::string bytes = testing::Wire(
      "1:LEN { 1:SGROUP 3:LEN { 1:VARINT v5 } 2:VARINT v1000 1:EGROUP"
      " 1:SGROUP 2:VARINT v77 3:LEN {\"?\"} 1:EGROUP }");
  ASSERT_TRUE(parsed.Parse(bytes.data(), bytes.size())) << parsed.ErrorText();
  const DynamicView set(
      DynamicView(parsed.message()).GetMessage(*parser->FindField("set")));
  const FieldHandle item = set.FindField("kinds2.SetItem.item");
  ASSERT_NE(item, nullptr);
  const DynamicView message(set.GetMessage(*item));
  EXPECT_EQ(message.GetNumber<int32_t>(*message.FindField("number")), 5);
  ASSERT_EQ(set.UnknownRecords().size(), 1u);
  EXPECT_EQ(set.UnknownRecords()[0],
            testing::Wire("1:SGROUP 2:VARINT v77 3:LEN {\"?\"} 1:EGROUP"));
}

// Stock's versions differ in whether they refuse the number, and when. 3.21
// accepts some and refuses what it then writes: no corpus file can hold them.
TEST(DynamicParserTest, TakesOrRefusesItemsOfNumberZeroAsStockDoes) {
  const Descriptor* const type = LinkedType("kinds2.Set");
  const auto parser = DynamicParser::ForType(type);
  ASSERT_TRUE(parser.ok()) << parser.status();
  const testing::SilentLog silent;
  for (const char* const input : {
           "1:SGROUP 3:LEN {\"a\"} 2:VARINT v0 1:EGROUP",
           "1:SGROUP 3:LEN {\"a\"} 2:VARINT v4294967296 1:EGROUP",
           "1:SGROUP 2:VARINT v0 3:LEN {\"a\"} 1:EGROUP",
           "1:SGROUP 2:VARINT v0 1:EGROUP",
           "1:SGROUP 2:VARINT v9 2:VARINT v0 3:LEN {\"a\"} 1:EGROUP",
           "1:SGROUP 2:VARINT v9 3:LEN {\"a\"} 2:VARINT v0 1:EGROUP",
       }) {
    const std::string bytes = testing::Wire(input);
    const std::unique_ptr<Message> msg(
        MessageFactory::generated_factory()->GetPrototype(type)->New());
    view::ParsedMessage parsed = parser->NewMessage();
    const bool accepted = testing::StockMerge(bytes, msg.get());
    ASSERT_EQ(parsed.Parse(bytes.data(), bytes.size()), accepted) << input;
    if (!accepted) continue;
    std::string encoded;
    parsed.message().AppendEncoded(/*deterministic=*/true, &encoded);
    EXPECT_EQ(testing::HexOf(encoded),
              testing::HexOf(testing::StockBytes(*msg)))
        << input;
  }
}

TEST(LayoutSetTest, GivesALinkedTypeOneLayout) {
  const view::MessageLayout* const layout =
      dynamic::LayoutOfLinkedType(LinkedType("plain.Plain"));
  EXPECT_EQ(layout, dynamic::LayoutOfLinkedType(LinkedType("plain.Plain")));
  EXPECT_EQ(layout->descriptor, LinkedType("plain.Plain"));
  const view::MessageLayout* const holder =
      dynamic::LayoutOfLinkedType(LinkedType("imports.Foreign"));
  EXPECT_EQ(holder->Find(1)->sub->message, layout);
}

TEST(DynamicViewTest, KnowsDefaultsAndPresence) {
  const Descriptor* const type = LinkedType("kinds2.Defaults");
  const auto parser = DynamicParser::ForType(type);
  ASSERT_TRUE(parser.ok()) << parser.status();
  view::ParsedMessage parsed = parser->NewMessage();
  ASSERT_TRUE(parsed.Parse("", 0));
  const DynamicView view(parsed.message());
  EXPECT_EQ(std::get<int32_t>(view.Get(view.FindField("f_int32"))),
            type->FindFieldByName("f_int32")->default_value_int32());
  EXPECT_EQ(std::get<uint64_t>(view.Get(view.FindField("f_uint64"))),
            type->FindFieldByName("f_uint64")->default_value_uint64());
  EXPECT_EQ(std::get<double>(view.Get(view.FindField("f_small"))), -1e-300);
  EXPECT_TRUE(std::get<bool>(view.Get(view.FindField("f_bool"))));
  EXPECT_EQ(std::get<std::string_view>(view.Get(view.FindField("f_string"))),
            type->FindFieldByName("f_string")->default_value_string());
  EXPECT_EQ(std::get<int32_t>(view.Get(view.FindField("f_no_zero"))), 7);
  EXPECT_EQ(view.OneofCase(*view.FindField("f_choice")), 0u);
  EXPECT_FALSE(view.Has(*view.FindField("f_int32")));

  const std::string bytes = Wire("1:VARINT v0 14:VARINT v3");
  ASSERT_TRUE(parsed.Parse(bytes.data(), bytes.size()));
  const DynamicView set(parsed.message());
  EXPECT_TRUE(set.Has(*set.FindField("f_int32")));
  EXPECT_EQ(std::get<int32_t>(set.Get(set.FindField("f_int32"))), 0);
  EXPECT_EQ(set.OneofCase(*set.FindField("f_choice")), 14u);
}

TEST(DynamicViewTest, FindsExtensionsByTheirFullName) {
  const auto parser = DynamicParser::ForType(LinkedType("kinds2.Extendable"));
  ASSERT_TRUE(parser.ok()) << parser.status();
  const std::string bytes = Wire("11:LEN {\"a\"} 11:LEN {\"b\"} 10:VARINT v9");
  view::ParsedMessage parsed = parser->NewMessage();
  ASSERT_TRUE(parsed.Parse(bytes.data(), bytes.size()));
  const DynamicView view(parsed.message());
  const FieldHandle texts = view.FindField("kinds2.ext_texts");
  ASSERT_NE(texts, nullptr);
  ASSERT_EQ(view.Size(*texts), 2u);
  EXPECT_EQ(std::get<std::string_view>(view.GetElement(texts, 1)), "b");
  EXPECT_EQ(std::get<int32_t>(view.Get(view.FindField("kinds2.ext_number"))),
            9);
  EXPECT_EQ(view.FindField("kinds2.Set"), nullptr);
}

std::string UrlOf(const testing::TestedType& type) {
  return "type.googleapis.com/" + std::string(type.descriptor()->full_name());
}

// For every type: JSON as protobuf's own class has it, and a copy in it.
TEST(DynamicParserTest, WritesJsonAndCopiesAsStock) {
  const std::unique_ptr<::google::protobuf::util::TypeResolver> resolver(
      ::google::protobuf::util::NewTypeResolverForDescriptorPool(
          "type.googleapis.com", DescriptorPool::generated_pool()));
  const testing::SilentLog silent;
  int types = 0;
  for (const testing::TestedType& type : testing::AllTestedTypes()) {
    const auto parser = DynamicParser::ForType(type.descriptor());
    if (!parser.ok()) continue;
    ++types;
    view::ParsedMessage parsed = parser->NewMessage();
    for (uint32_t seed = 1; seed <= 3; ++seed) {
      const std::unique_ptr<Message> filled = type.NewForStock();
      testing::RandomMessages(seed).Fill(filled.get());
      const std::string bytes = testing::StockBytes(*filled);
      const std::unique_ptr<Message> message = type.New();
      // A message without its required fields is refused, however deep.
      const bool complete = message->ParseFromString(bytes);
      ASSERT_EQ(parsed.Parse(bytes.data(), bytes.size()), complete)
          << parsed.ErrorText();
      if (!complete) continue;
      const std::unique_ptr<Message> copy = type.New();
      ASSERT_TRUE(view::CopyOut(parsed.message(), copy.get()));
      EXPECT_EQ(testing::StockBytes(*copy), testing::StockBytes(*message));
      std::string json;
      const absl::Status status = parser->ToJson(parsed.message(), &json);
      std::string expected;
      // Of sorted maps: the order of an object's own is by chance.
      const auto stock_status = ::google::protobuf::util::BinaryToJsonString(
          resolver.get(), UrlOf(type), testing::StockBytes(*message),
          &expected);
      EXPECT_EQ(status.ok(), stock_status.ok()) << status;
      if (stock_status.ok()) {
        EXPECT_EQ(json, expected);
      }
    }
  }
  EXPECT_GT(types, 60);
}

TEST(DynamicParserTest, ReadsTheReferenceResponse) {
  const GenerateResponse response = workload::MakeReferenceResponse(100);
  const std::string bytes = response.SerializeAsString();
  const auto parser = DynamicParser::ForType(GenerateResponse::descriptor());
  ASSERT_TRUE(parser.ok()) << parser.status();
  view::ParsedMessage parsed = parser->NewMessage();
  ASSERT_TRUE(parsed.Parse(bytes.data(), bytes.size()));
  std::string json;
  ASSERT_TRUE(parser->ToJson(parsed.message(), &json).ok());
  GenerateResponse back;
  ASSERT_TRUE(::google::protobuf::util::JsonStringToMessage(json, &back).ok());
  EXPECT_EQ(testing::StockBytes(back), testing::StockBytes(response));
}

}  // namespace
}  // namespace backwire
