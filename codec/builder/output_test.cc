// Where the bytes go: length prefixes at the borders of their sizes, memory
// that grows, spans, and the limit of a message's size.
#include "backwire/builder/output.h"

#include <string>
#include <vector>

#include "all_kinds_proto3.backwire_builder.h"
#include "backwire/builder/memory_outputs.h"
#include "backwire/testing/tiny_output.h"
#include "gtest/gtest.h"

namespace backwire::builder {
namespace {

using kinds3::TreeBuilder;
using ::testing::TestWithParam;

// The sizes around which a length prefix grows by a byte.
constexpr size_t kBorders[] = {0, 0x80, 0x4000, 0x200000};

std::vector<size_t> SizesAtBorders() {
  std::vector<size_t> sizes;
  for (const size_t border : kBorders) {
    for (size_t size = border < 8 ? 0 : border - 8; size < border + 3; ++size) {
      sizes.push_back(size);
    }
  }
  return sizes;
}

// A nested message with a body of about `size` bytes, and one of stock's.
template <class AnyOutput>
std::string Nested(size_t size, AnyOutput& output) {
  kinds3::PongBuilder pong(&output);
  for (int i = 0; i < 2; ++i) {
    auto ping = pong.add_pings();
    auto inner = ping.open_pong();
    inner.set_text(std::string(size, 'x'));
  }
  pong.add_pings(EncodedMessage(std::string(size, '\0')));
  std::string bytes;
  EXPECT_TRUE(output.Finish(&bytes).ok());
  return bytes;
}

std::string NestedByStock(size_t size) {
  kinds3::Pong pong;
  for (int i = 0; i < 2; ++i) {
    pong.add_pings()->mutable_pong()->set_text(std::string(size, 'x'));
  }
  std::string bytes = pong.SerializeAsString();
  // Tag of `pings` = 16, and a body of zeros, which are no message.
  bytes += "\x82\x01";
  size_t length = size;
  for (; length >= 0x80; length >>= 7)
    bytes += static_cast<char>(length | 0x80);
  bytes += static_cast<char>(length);
  return bytes + std::string(size, '\0');
}

TEST(OutputTest, PrefixesAreAsLongAsTheirLengthsNeed) {
  StringOutput reused;
  for (const size_t size : SizesAtBorders()) {
    const std::string expected = NestedByStock(size);
    StringOutput fresh;
    ASSERT_EQ(Nested(size, fresh), expected) << size;
    ASSERT_EQ(Nested(size, reused), expected) << size;
  }
  // Falling sizes: the guess is too long.
  const std::vector<size_t> sizes = SizesAtBorders();
  for (auto size = sizes.rbegin(); size != sizes.rend(); ++size) {
    ASSERT_EQ(Nested(*size, reused), NestedByStock(*size)) << *size;
  }
}

TEST(OutputTest, MemoryMayMoveAtEveryByte) {
  testing::TinyOutput tiny;
  for (const size_t size : {0, 1, 30, 120, 127, 128, 16383, 16384}) {
    ASSERT_EQ(Nested(size, tiny), NestedByStock(size)) << size;
  }
}

TEST(OutputTest, PackedFieldsOpenAndWhole) {
  for (const size_t count : {0, 1, 127, 128, 255, 256, 257, 5000}) {
    // Of one to five bytes, and negative ones of ten.
    std::vector<int32_t> values(count, 1);
    for (size_t i = 0; i < count; i += 3) {
      values[i] = static_cast<int32_t>(0x9e3779b9u * i) >> (i % 32);
    }
    kinds3::Packed msg;
    msg.mutable_f_int32()->Add(values.begin(), values.end());
    for (const int32_t value : values) msg.add_f_sfixed64(value);
    StringOutput output;
    kinds3::PackedBuilder packed(&output);
    packed.add_f_int32(values);
    {
      auto fixed = packed.open_f_sfixed64();
      for (const int32_t value : values) fixed.Add(value);
    }
    std::string bytes;
    ASSERT_TRUE(output.Finish(&bytes).ok());
    ASSERT_EQ(bytes, msg.SerializeAsString()) << count;
  }
}

TEST(SpanOutputTest, FitsExactly) {
  const std::string expected = NestedByStock(300);
  for (const size_t more : {0, 1, 100, 2000}) {
    std::vector<uint8_t> memory(expected.size() + more, 0xcc);
    SpanOutput output(memory.data(), memory.size());
    TreeBuilder dropped(&output);
    dropped.set_value(1);
    kinds3::PongBuilder pong(&output);
    pong.AppendRecords(expected);
    size_t size_bytes = 0;
    ASSERT_TRUE(output.Finish(&size_bytes).ok());
    ASSERT_EQ(std::string(memory.begin(), memory.begin() + size_bytes),
              expected);
    EXPECT_EQ(std::string(memory.begin() + size_bytes, memory.end()),
              std::string(more, '\xcc'));
  }
}

TEST(SpanOutputTest, TellsTheSizeThatIsMissing) {
  const std::string expected = NestedByStock(300);
  std::vector<uint8_t> memory(expected.size() - 1);
  SpanOutput output(memory.data(), memory.size());
  kinds3::PongBuilder pong(&output);
  pong.AppendRecords(expected);
  size_t size_bytes = 0;
  const absl::Status status = output.Finish(&size_bytes);
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(size_bytes, expected.size());
  EXPECT_NE(status.message().find(std::to_string(expected.size())),
            std::string::npos);
}

TEST(SpanOutputTest, TheEmptyMessageNeedsNoMemory) {
  SpanOutput output(nullptr, 0);
  { TreeBuilder tree(&output); }
  size_t size_bytes = 1;
  EXPECT_TRUE(output.Finish(&size_bytes).ok());
  EXPECT_EQ(size_bytes, 0);
}

void FillTree(size_t text_bytes, Output* output) {
  TreeBuilder tree(output);
  tree.add_named(std::string(text_bytes, 'k'), EncodedMessage(""));
  auto left = tree.open_left();
  left.set_value(1);
  { auto deeper = left.add_children(); }
}

TEST(OutputLimitTest, CountsToTheByte) {
  StringOutput output;
  std::string bytes;
  FillTree(100, &output);
  ASSERT_TRUE(output.Finish(&bytes).ok());
  const size_t size = bytes.size();
  output.set_max_bytes(size);
  FillTree(100, &output);
  EXPECT_TRUE(output.Finish(&bytes).ok());
  output.set_max_bytes(size - 1);
  FillTree(100, &output);
  const absl::Status status = output.Finish(&bytes);
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_NE(status.message().find(std::to_string(size - 1)), std::string::npos);
}

TEST(OutputLimitTest, NothingIsWrittenFarBeyondIt) {
  StringOutput output;
  output.set_max_bytes(1000);
  std::string bytes = "kept";
  for (const size_t text_bytes : {size_t{6000}, size_t{1} << 20}) {
    FillTree(text_bytes, &output);
    EXPECT_FALSE(output.Finish(&bytes).ok());
    EXPECT_EQ(bytes, "kept");
  }
  // The next one is not harmed.
  FillTree(10, &output);
  EXPECT_TRUE(output.Finish(&bytes).ok());
}

// None of these bytes is ever looked at.
TEST(OutputLimitTest, TextsOfGigabytesAreAnErrorAndNoCrash) {
  StringOutput output;
  std::string bytes;
  for (const size_t size : {(size_t{1} << 31) + (1 << 16), size_t{1} << 32,
                            (size_t{1} << 32) + 5}) {
    const char byte = 'x';
    {
      kinds3::TreeBuilder tree(&output);
      {
        auto left = tree.open_left();
        left.add_named(Text(&byte, 1), EncodedMessage(Text(&byte, size)));
        kinds3::PingBuilder ping = left.open_ping();
        auto pong = ping.open_pong();
        pong.set_text(Text(&byte, size));
        pong.AppendBytes(99, Text(&byte, size));
      }
      tree.set_value(1);
    }
    const absl::Status status = output.Finish(&bytes);
    EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted) << size;
    EXPECT_NE(status.message().find("2147483647"), std::string::npos);
  }
}

}  // namespace
}  // namespace backwire::builder
