#include "backwire/wire/wire_format.h"

#include <cstdint>
#include <limits>

#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/wire_format_lite.h"
#include "gtest/gtest.h"

namespace backwire::wire {
namespace {

using ::google::protobuf::internal::WireFormatLite;
using ::google::protobuf::io::CodedOutputStream;

TEST(WireFormatTest, VarintSizeIsStocksAtEveryBorder) {
  for (int bit = 0; bit < 64; ++bit) {
    const uint64_t power = uint64_t{1} << bit;
    for (const uint64_t value : {power - 1, power, power + 1}) {
      EXPECT_EQ(VarintSize(value), CodedOutputStream::VarintSize64(value))
          << value;
    }
  }
  EXPECT_EQ(VarintSize(0), 1u);
  EXPECT_EQ(VarintSize(std::numeric_limits<uint64_t>::max()), kMaxVarintBytes);
}

TEST(WireFormatTest, ZigZagIsStocks) {
  for (const int32_t value : {0, 1, -1, 2, -2, 1 << 30, INT32_MAX, INT32_MIN}) {
    const uint32_t coded = ZigZagEncode32(value);
    EXPECT_EQ(coded, WireFormatLite::ZigZagEncode32(value));
    EXPECT_EQ(ZigZagDecode32(coded), value);
  }
  for (const int64_t value : {int64_t{0}, int64_t{1}, int64_t{-1},
                              int64_t{1} << 62, INT64_MAX, INT64_MIN}) {
    const uint64_t coded = ZigZagEncode64(value);
    EXPECT_EQ(coded, WireFormatLite::ZigZagEncode64(value));
    EXPECT_EQ(ZigZagDecode64(coded), value);
  }
}

TEST(WireFormatTest, TagsAreStocksUpToTheHighestNumber) {
  for (const uint32_t number : {1u, 15u, 16u, 2047u, 2048u, 536870911u}) {
    for (uint32_t type = 0; type < 6; ++type) {
      const uint32_t tag = MakeTag(number, static_cast<WireType>(type));
      EXPECT_EQ(tag, WireFormatLite::MakeTag(
                         static_cast<int>(number),
                         static_cast<WireFormatLite::WireType>(type)));
      EXPECT_EQ(FieldNumber(tag), number);
      EXPECT_EQ(TypeOf(tag), type);
      EXPECT_LE(VarintSize(tag), kMaxTagBytes);
    }
  }
}

}  // namespace
}  // namespace backwire::wire
