#include "backwire/wire/utf8.h"

#include <random>
#include <string>

#include "backwire/testing/stock_utf8.h"
#include "gtest/gtest.h"

namespace backwire::wire {
namespace {

bool IsValidForStock(const std::string& text) {
  return testing::StockIsValidUtf8(text.data(), text.size());
}

void ExpectAsStock(const std::string& text) {
  const bool valid = IsValidForStock(text);
  ASSERT_EQ(IsValidUtf8(text.data(), text.size()), valid)
      << ::testing::PrintToString(text);
  ASSERT_EQ(IsValidUtf8Slow(text.data(), text.size()), valid)
      << ::testing::PrintToString(text);
}

std::string BytesOf(uint32_t value, int size) {
  std::string text;
  for (int i = size - 1; i >= 0; --i) {
    text.push_back(static_cast<char>(value >> (8 * i)));
  }
  return text;
}

TEST(Utf8Test, AgreesOnAllSequencesOfUpToTwoBytes) {
  ExpectAsStock("");
  for (int size = 1; size <= 2; ++size) {
    for (uint32_t value = 0; value < 1u << (8 * size); ++value) {
      ASSERT_NO_FATAL_FAILURE(ExpectAsStock(BytesOf(value, size)));
    }
  }
}

TEST(Utf8Test, AgreesOnAllSequencesOfThreeBytes) {
  for (uint32_t value = 0; value < 1u << 24; ++value) {
    const char text[] = {static_cast<char>(value >> 16),
                         static_cast<char>(value >> 8),
                         static_cast<char>(value)};
    ASSERT_EQ(IsValidUtf8(text, 3), testing::StockIsValidUtf8(text, 3))
        << value;
  }
}

// All first and second bytes, and the third and fourth bytes at which a range
// begins or ends.
TEST(Utf8Test, AgreesOnSequencesOfFourBytes) {
  constexpr uint32_t kEdges[] = {0x00, 0x7f, 0x80, 0x8f, 0x90,
                                 0x9f, 0xa0, 0xbf, 0xc0, 0xff};
  for (uint32_t lead = 0; lead < 1u << 16; ++lead) {
    for (const uint32_t third : kEdges) {
      for (const uint32_t fourth : kEdges) {
        const char text[] = {static_cast<char>(lead >> 8),
                             static_cast<char>(lead), static_cast<char>(third),
                             static_cast<char>(fourth)};
        ASSERT_EQ(IsValidUtf8(text, 4), testing::StockIsValidUtf8(text, 4))
            << lead << " " << third << " " << fourth;
      }
    }
  }
}

TEST(Utf8Test, FindsABadByteAnywhereInTextOfAnyLength) {
  for (size_t size = 1; size <= 40; ++size) {
    for (size_t at = 0; at < size; ++at) {
      for (const char bad : {'\x80', '\xc3', '\xe6', '\xf0', '\xff'}) {
        std::string text(size, 'a');
        text[at] = bad;
        EXPECT_FALSE(IsAscii(text.data(), text.size()));
        ASSERT_NO_FATAL_FAILURE(ExpectAsStock(text));
      }
    }
    const std::string ascii(size, '\x7f');
    EXPECT_TRUE(IsAscii(ascii.data(), size));
  }
}

TEST(Utf8Test, AgreesOnRandomMixtures) {
  const std::string pieces[] = {"a",
                                "abcdefgh",
                                "\xc3\xa9",
                                "\xe6\xbc\xa2",
                                "\xf0\x9f\x98\x80",
                                "\xed\x9f\xbf",
                                "\xee\x80\x80",
                                "\xf4\x8f\xbf\xbf"};
  std::mt19937 random(1);
  for (int i = 0; i < 20000; ++i) {
    std::string text;
    for (int j = 0; j < 6; ++j) text += pieces[random() % 8];
    if (i % 2 == 0) text[random() % text.size()] = static_cast<char>(random());
    ASSERT_NO_FATAL_FAILURE(ExpectAsStock(text));
  }
}

}  // namespace
}  // namespace backwire::wire
