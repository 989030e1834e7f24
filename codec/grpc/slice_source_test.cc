#include "backwire/grpc/slice_source.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "backwire/testing/allocations.h"
#include "backwire/testing/buffers.h"
#include "backwire/wire/backward_writer.h"

namespace backwire::grpc_glue {
namespace {

using ::backwire::testing::Join;
using ::backwire::testing::SlicesOf;

constexpr size_t kWholeMessage = 0;

std::string Pattern(size_t size) {
  std::string text(size, '\0');
  for (size_t i = 0; i < size; ++i) text[i] = static_cast<char>(i * 31 + i / 7);
  return text;
}

// Writes `text` from its end in pieces of `piece_bytes`.
::grpc::ByteBuffer Write(const std::string& text, size_t hint_bytes,
                         size_t piece_bytes = kWholeMessage) {
  SliceSource source(hint_bytes);
  wire::BackwardWriter writer(&source, false);
  uint8_t* cursor = writer.BeginIn(source.FirstBlock());
  if (piece_bytes == kWholeMessage)
    piece_bytes = std::max<size_t>(1, text.size());
  for (size_t left = text.size(); left != 0;) {
    const size_t piece = std::min(piece_bytes, left);
    left -= piece;
    cursor = writer.WriteBytes(cursor, text.data() + left, piece);
  }
  EXPECT_EQ(writer.Finish(cursor), text.size());
  ::grpc::ByteBuffer buffer;
  source.MoveTo(&buffer);
  return buffer;
}

TEST(SliceSourceTest, AMessageWhoseSizeWasGuessedIsOneSlice) {
  for (size_t size = 0; size <= 600; ++size) {
    const std::string text = Pattern(size);
    const auto slices = SlicesOf(Write(text, size));
    ASSERT_EQ(Join(slices), text) << size;
    EXPECT_LE(slices.size(), 1) << size;
  }
}

TEST(SliceSourceTest, ASmallMessageIsOneSliceWithoutAGuess) {
  for (size_t size = 0; size <= 512; ++size) {
    const std::string text = Pattern(size);
    const auto slices = SlicesOf(Write(text, 0, 7));
    ASSERT_EQ(Join(slices), text) << size;
    EXPECT_LE(slices.size(), 1) << size;
  }
}

TEST(SliceSourceTest, AMessageBeyondTheStackIsChained) {
  for (size_t size = 513; size <= 600; ++size) {
    const std::string text = Pattern(size);
    const auto slices = SlicesOf(Write(text, 0, 7));
    ASSERT_EQ(Join(slices), text) << size;
    EXPECT_EQ(slices.size(), 2) << size;
  }
}

TEST(SliceSourceTest, LargeMessagesWithTheRightGuessAreOneSlice) {
  for (const size_t size : {1'000, 100'000, 3'000'000}) {
    const std::string text = Pattern(size);
    const auto slices = SlicesOf(Write(text, size, 100));
    EXPECT_EQ(slices.size(), 1) << size;
    EXPECT_TRUE(Join(slices) == text) << size;
  }
}

TEST(SliceSourceTest, AGuessThatIsSlightlyTooSmallStillTakesOneSlice) {
  const std::string text = Pattern(100'000);
  EXPECT_EQ(SlicesOf(Write(text, 98'000, 100)).size(), 1);
}

TEST(SliceSourceTest, AGuessThatIsFarTooLargeGivesNoByteTooMany) {
  const std::string text = Pattern(700);
  const auto slices = SlicesOf(Write(text, 1'000'000, 100));
  EXPECT_EQ(slices.size(), 1);
  EXPECT_EQ(Join(slices), text);
}

TEST(SliceSourceTest, AMessageFarBeyondTheGuessIsAChainOfGrowingSlices) {
  const std::string text = Pattern(10'000'000);
  for (const size_t hint : {0, 1'000, 100'000}) {
    const auto slices = SlicesOf(Write(text, hint, 1000));
    EXPECT_TRUE(Join(slices) == text) << hint;
    // Doubling up to 1 MiB, then one for each MiB.
    EXPECT_GT(slices.size(), 9) << hint;
    EXPECT_LT(slices.size(), 24) << hint;
  }
}

TEST(SliceSourceTest, OneStringLargerThanAnyBlockIsCutOverSeveral) {
  const std::string text = Pattern(5'000'000);
  EXPECT_TRUE(Join(SlicesOf(Write(text, 0))) == text);
}

TEST(SliceSourceTest, AReservationAtABlocksEndOpensTheNext) {
  SliceSource source(0);
  wire::BackwardWriter writer(&source, false);
  uint8_t* cursor = writer.BeginIn(source.FirstBlock());
  for (int i = 0; i < 5; ++i) {
    cursor = writer.Reserve(cursor, wire::BackwardWriter::kMaxReserveBytes);
    cursor -= 300;
    std::fill_n(cursor, 300, static_cast<uint8_t>('a' + i));
  }
  EXPECT_EQ(writer.Finish(cursor), 1500);
  ::grpc::ByteBuffer buffer;
  source.MoveTo(&buffer);
  std::string expected;
  for (const char letter : {'e', 'd', 'c', 'b', 'a'}) {
    expected.append(300, letter);
  }
  EXPECT_EQ(Join(SlicesOf(buffer)), expected);
}

TEST(SliceSourceTest, AMessageTakesTwoAllocationsOfAnySize) {
  if (!testing::AllocationsAreCounted()) GTEST_SKIP() << "under a sanitizer";
  for (const size_t size : {10, 24, 500, 1'000, 500'000, 5'000'000}) {
    const std::string text = Pattern(size);
    Write(text, size);
    EXPECT_LE(testing::CountAllocations([&] { Write(text, size); }), 2) << size;
  }
}

}  // namespace
}  // namespace backwire::grpc_glue
