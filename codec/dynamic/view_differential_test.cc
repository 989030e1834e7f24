// The differential tests of backwire/testing for views: every input is parsed
// by a layout made from the type's descriptor, written back, and read by
// stock's class, which must then hold what stock itself makes of the input.
#include <cstdio>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "backwire/dynamic/layouts.h"
#include "backwire/testing/differential.h"
#include "backwire/testing/odd_input.h"
#include "backwire/testing/test_types.h"
#include "backwire/testing/wire_text.h"
#include "backwire/view/encode.h"
#include "backwire/view/parsed_message.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/descriptor.pb.h"
#include "gtest/gtest.h"

namespace backwire::testing {
namespace {

using ::google::protobuf::Descriptor;
using ::google::protobuf::DescriptorPool;
using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::Message;
using ::google::protobuf::MessageFactory;
using ::google::protobuf::MessageLite;
using view::ParsedMessage;

constexpr view::ParseOptions kPartial = {/*check_required=*/false};

// Kept for all inputs of a type, so that what one leaves behind would show in
// the next.
ParsedMessage& ViewOf(const Descriptor* type) {
  static auto* const views =
      new std::map<const Descriptor*, std::unique_ptr<ParsedMessage>>;
  std::unique_ptr<ParsedMessage>& view = (*views)[type];
  if (view == nullptr) {
    view = std::make_unique<ParsedMessage>(*dynamic::LayoutOfLinkedType(type));
  }
  return *view;
}

// Pieces that go away when they are released.
class TestInput final : public view::HeldInput {
 public:
  TestInput(std::string_view bytes, const Cuts& cuts)
      : pieces_(std::make_unique<PieceSource>(bytes, cuts)) {}
  bool Next(const char** data, size_t* size_bytes) override {
    return pieces_->Next(data, size_bytes);
  }
  void Release() override {
    EXPECT_NE(pieces_, nullptr) << "released twice";
    pieces_ = nullptr;
  }
  bool released() const { return pieces_ == nullptr; }

 private:
  std::unique_ptr<PieceSource> pieces_;
};

uint8_t* EncodeView(const MessageLite& msg, uint8_t* cursor,
                    wire::BackwardWriter& writer) {
  const auto& message = static_cast<const Message&>(msg);
  const std::string bytes = StockBytes(message, writer.deterministic());
  ParsedMessage& view = ViewOf(message.GetDescriptor());
  EXPECT_TRUE(view.Parse(bytes.data(), bytes.size(), kPartial))
      << view.ErrorText();
  cursor = view::EncodeRecord(view.layout(), view.message().record(), cursor,
                              writer);
  view.Clear();
  return cursor;
}

bool MergeView(const TestedType& type, std::string_view bytes, const Cuts& cuts,
               Message* msg, wire::DecodeError* error) {
  // Merging is parsing what stands behind each other.
  const std::string base = StockBytes(*msg);
  Cuts shifted;
  for (const size_t cut : cuts) shifted.push_back(cut + base.size());
  TestInput input(base + std::string(bytes), shifted);
  ParsedMessage& view = ViewOf(type.descriptor());
  const bool accepted = view.Parse(&input, kPartial);
  if (error != nullptr) {
    *error = view.error();
    error->offset_bytes -= std::min<uint64_t>(base.size(), error->offset_bytes);
  }
  EXPECT_EQ(input.released(), !accepted);
  if (!accepted) return false;
  std::string encoded;
  view.message().AppendEncoded(/*deterministic=*/true, &encoded);
  view.Clear();
  EXPECT_TRUE(input.released());
  EXPECT_TRUE(msg->ParsePartialFromString(encoded)) << HexOf(encoded);
  if (type.twin == nullptr) {
    EXPECT_EQ(HexOf(encoded), HexOf(StockBytes(*msg)));
  }
  return true;
}

// A codec whose encoder is a view's. Lives to the program's end.
const TypeCodec* ViewCodecOf(const Descriptor* type) {
  struct NamedCodec {
    std::string name;
    TypeCodec codec{};
  };
  static auto& codecs = *new std::deque<NamedCodec>();
  NamedCodec& made = codecs.emplace_back();
  made.name = std::string(type->full_name());
  made.codec.full_name = made.name.c_str();
  made.codec.encode = EncodeView;
  return &made.codec;
}

void Collect(const Descriptor* type, std::vector<TestedType>* types) {
  if (type->options().map_entry()) return;
  types->push_back({ViewCodecOf(type),
                    MessageFactory::generated_factory()->GetPrototype(type),
                    TwinOf(type), MergeView});
  for (int i = 0; i < type->nested_type_count(); ++i) {
    Collect(type->nested_type(i), types);
  }
}

// Every type of the test files, and those of one that the plugin did not run
// on.
void SetViewTypes() {
  std::vector<TestedType> types;
  auto files = TestFiles();
  files.push_back(
      DescriptorPool::generated_pool()->FindFileByName("not_run_on.proto"));
  for (const auto* file : files) {
    for (int i = 0; i < file->message_type_count(); ++i) {
      Collect(file->message_type(i), &types);
    }
  }
  SetTestedTypes(std::move(types), {});
}

// Extensions are fields like others: all that is odd about them.
TEST(ViewTypesTest, ReadsExtensions) {
  const SilentLog silent;
  int extensions = 0;
  std::vector<TestedType> types = AllTestedTypes();
  // What option_extensions.proto extends. Encoding it has no oracle: what stock
  // parsed and what was set by reflection is packed otherwise.
  Collect(::google::protobuf::EnumOptions::descriptor(), &types);
  for (const TestedType& type : types) {
    std::vector<const FieldDescriptor*> fields;
    type.descriptor()->file()->pool()->FindAllExtensions(type.descriptor(),
                                                         &fields);
    for (const FieldDescriptor* field : fields) {
      ++extensions;
      for (const OddInput& input : OddInputsOf(field)) {
        ASSERT_TRUE(ExpectedDecode(type, input.bytes).HoldsForAllCuts(50))
            << "  " << input.what;
      }
    }
  }
  EXPECT_GE(extensions, 13);
}

TEST(ViewTypesTest, AreAll) {
  EXPECT_TRUE(TypesLeftOut().empty());
  EXPECT_GT(AllTestedTypes().size(), 80u);
}

}  // namespace
}  // namespace backwire::testing

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  backwire::testing::SetViewTypes();
  const int result = RUN_ALL_TESTS();
  std::printf("comparisons with stock: %llu\n",
              static_cast<unsigned long long>(backwire::testing::ChecksDone()));
  return result;
}
