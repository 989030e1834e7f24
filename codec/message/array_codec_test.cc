#include "backwire/message/array_codec.h"

#include <memory>
#include <string>

#include "all_kinds_proto3.pb.h"
#include "backwire/message/stock_codec.h"
#include "backwire/testing/pieces.h"
#include "backwire/testing/wire_text.h"
#include "gtest/gtest.h"
#include "imports.pb.h"
#include "maps_proto3.pb.h"

namespace backwire {
namespace {

using testing::Wire;

kinds3::Tree SmallTree() {
  kinds3::Tree tree;
  tree.set_value(300);
  tree.mutable_left()->set_value(-1);
  tree.add_children()->add_children()->set_value(7);
  (*tree.mutable_named())["key"].set_value(1);
  return tree;
}

TEST(ArrayCodecTest, PutsTheMessageAtTheSpansEnd) {
  const kinds3::Tree tree = SmallTree();
  const std::string expected = tree.SerializeAsString();
  for (const size_t more : {0, 1, 100}) {
    const size_t capacity = expected.size() + more;
    const std::unique_ptr<uint8_t[]> memory(new uint8_t[capacity]);
    const EncodedSpan span = EncodeToSpan(tree, memory.get(), capacity);
    ASSERT_EQ(span.data, memory.get() + more);
    EXPECT_EQ(std::string(span.data, span.data + span.size_bytes), expected);
  }
}

TEST(ArrayCodecTest, TellsTheSizeThatASmallSpanLacks) {
  const kinds3::Tree tree = SmallTree();
  uint8_t memory[4];
  const EncodedSpan span = EncodeToSpan(tree, memory, sizeof(memory));
  EXPECT_EQ(span.data, nullptr);
  EXPECT_EQ(span.size_bytes, tree.ByteSizeLong());
}

TEST(ArrayCodecTest, EncodesTheEmptyMessageIntoNoMemory) {
  const EncodedSpan span = EncodeToSpan(kinds3::Tree(), nullptr, 0);
  EXPECT_EQ(span.size_bytes, 0u);
}

TEST(ArrayCodecTest, AppendsToWhatIsThere) {
  const kinds3::Tree tree = SmallTree();
  std::string out = "before";
  AppendEncoded(tree, &out);
  EXPECT_EQ(out, "before" + tree.SerializeAsString());
}

TEST(ArrayCodecTest, SortsMapsWhenItIsAskedTo) {
  maps3::StringTo msg;
  for (int i = 0; i < 50; ++i) {
    (*msg.mutable_f_int32())[std::to_string(i * 7919)] = i;
  }
  // Bytes above 0x7f sort behind all others.
  for (const char* key : {"", "z", "\xc3\xa9", "\xe6\xbc\xa2", "zz"}) {
    (*msg.mutable_f_int32())[key] = 1;
  }
  std::string out;
  AppendEncoded(msg, &out, EncodeOptions{true});
  size_t at = 0;
  std::string before;
  // tag, length, tag of the key, its length, the key.
  for (; at < out.size(); at += 2 + static_cast<uint8_t>(out[at + 1])) {
    const std::string key =
        out.substr(at + 4, static_cast<size_t>(out[at + 3]));
    EXPECT_LE(before, key);
    before = key;
  }
  EXPECT_EQ(at, out.size());
}

// Around the number of entries up to which stock's order is kept.
TEST(ArrayCodecTest, WritesMapsOfManyEntries) {
  for (const int entries : {63, 64, 65, 1000}) {
    maps3::StringTo msg;
    for (int i = 0; i < entries; ++i) {
      (*msg.mutable_f_int32())[std::to_string(i)] = i;
      (*msg.mutable_f_leaf())[std::to_string(i)].set_number(i);
    }
    std::string out;
    AppendEncoded(msg, &out);
    EXPECT_EQ(out.size(), msg.ByteSizeLong());
    maps3::StringTo back;
    ASSERT_TRUE(back.ParseFromString(out));
    std::string expected;
    std::string actual;
    AppendEncoded(msg, &expected, EncodeOptions{true});
    AppendEncoded(back, &actual, EncodeOptions{true});
    EXPECT_EQ(actual, expected) << entries;
  }
}

TEST(ArrayCodecTest, DecodeReplacesWhatTheMessageHeld) {
  kinds3::Tree tree = SmallTree();
  const std::string bytes = Wire("1:VARINT v5");
  wire::DecodeError error;
  error.kind = wire::DecodeErrorKind::kTooDeep;
  ASSERT_TRUE(DecodeFromArray(&tree, bytes.data(), bytes.size(), &error));
  EXPECT_EQ(error.kind, wire::DecodeErrorKind::kNone);
  EXPECT_EQ(tree.SerializeAsString(), bytes);
}

TEST(ArrayCodecTest, MergeKeepsWhatTheMessageHeld) {
  kinds3::Tree tree = SmallTree();
  kinds3::Tree expected = tree;
  const std::string bytes = Wire("1:VARINT v5 3:LEN {}");
  ASSERT_TRUE(expected.MergeFromString(bytes));
  testing::PieceSource pieces(bytes, {1});
  wire::WireReader reader(&pieces, bytes.size());
  ASSERT_TRUE(MergeDecoded(&tree, reader));
  EXPECT_EQ(tree.SerializeAsString(), expected.SerializeAsString());
}

struct BadInput {
  const char* text;
  wire::DecodeErrorKind kind;
  uint64_t offset_bytes;
  uint32_t field_number;
};

// Where and in which field: the innermost one, and the offset in the outermost
// message.
TEST(ArrayCodecTest, SaysWhatIsWrongAndWhere) {
  using Kind = wire::DecodeErrorKind;
  const BadInput inputs[] = {
      {"1:VARINT v1/11", Kind::kVarintTooLong, 1, 1},
      {"2:LEN { 1:VARINT v1 } 2:LEN v9 00", Kind::kLengthTooLarge, 6, 2},
      {"2:LEN { 3:LEN { 1:VARINT v1/11 } }", Kind::kVarintTooLong, 5, 1},
      {"2:LEN { 00 }", Kind::kInvalidTag, 3, 2},
      {"6:LEN { 1:LEN { 3:LEN { ff } } }", Kind::kInvalidUtf8, 7, 3},
      {"9:VARINT v1 9:EGROUP", Kind::kGroupMismatch, 3, 0},
      {"2:SGROUP 3:EGROUP", Kind::kGroupMismatch, 2, 2}};
  for (const BadInput& input : inputs) {
    const std::string bytes = Wire(input.text);
    kinds3::Tree tree;
    wire::DecodeError error;
    EXPECT_FALSE(DecodeFromArray(&tree, bytes.data(), bytes.size(), &error));
    EXPECT_STREQ(Describe(error.kind), Describe(input.kind)) << input.text;
    EXPECT_EQ(error.offset_bytes, input.offset_bytes) << input.text;
    EXPECT_EQ(error.field_number, input.field_number) << input.text;
  }
}

// Which path runs: a type that silently fell back to stock would still pass all
// comparisons with stock.
TEST(MessageCodecTest, IsGeneratedExactlyWhereThePluginRan) {
  EXPECT_TRUE(MessageCodec<kinds3::Tree>::kGenerated);
  EXPECT_TRUE(MessageCodec<through::inner::Inner>::kGenerated);
  EXPECT_FALSE(MessageCodec<plain::Plain>::kGenerated);
  EXPECT_FALSE(MessageCodec<::google::protobuf::Timestamp>::kGenerated);
}

}  // namespace
}  // namespace backwire
