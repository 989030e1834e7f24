// SpanSource and ChainSource under writers of every step size.
#include <algorithm>
#include <memory>
#include <string>

#include "backwire/wire/backward_writer.h"
#include "backwire/wire/chain_source.h"
#include "backwire/wire/span_source.h"
#include "gtest/gtest.h"

namespace backwire::wire {
namespace {

// Writes 'a' to 'z' round and round, `size` bytes in steps of `step`, each
// reserved with `slack` bytes more than it takes. Returns Finish().
size_t WriteSteps(BlockSource* source, size_t size, size_t step, size_t slack) {
  BackwardWriter writer(source, false);
  uint8_t* cursor = writer.Begin();
  for (size_t left = size; left > 0;) {
    const size_t piece = std::min(step, left);
    cursor = writer.Reserve(cursor, piece + slack);
    for (size_t i = 0; i < piece; ++i) {
      *--cursor = static_cast<uint8_t>('a' + --left % 26);
    }
  }
  return writer.Finish(cursor);
}

std::string ExpectedSteps(size_t size) {
  std::string bytes(size, '\0');
  for (size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>('a' + i % 26);
  return bytes;
}

// In memory of its own, so that AddressSanitizer sees a write beyond it.
struct Span {
  explicit Span(size_t size) : memory(new uint8_t[size]), size(size) {}
  uint8_t* begin() { return memory.get(); }
  uint8_t* end() { return memory.get() + size; }
  std::unique_ptr<uint8_t[]> memory;
  size_t size;
};

TEST(SpanSourceTest, TakesAMessageOfExactlyItsSize) {
  for (const size_t size : {1, 2, 9, 100, 1023, 1024, 1025, 3000}) {
    for (const size_t step : {1, 7, 500}) {
      for (const size_t slack : {0, 1, 15, 500}) {
        Span span(size);
        SpanSource source(span.begin(), span.end());
        EXPECT_EQ(WriteSteps(&source, size, step, slack), size);
        ASSERT_EQ(source.message(), span.begin())
            << size << " in steps of " << step << " and " << slack;
        EXPECT_EQ(std::string(span.begin(), span.end()), ExpectedSteps(size));
      }
    }
  }
}

TEST(SpanSourceTest, StandsAtTheEndOfALargerSpan) {
  Span span(50);
  SpanSource source(span.begin(), span.end());
  EXPECT_EQ(WriteSteps(&source, 20, 3, 10), 20u);
  ASSERT_EQ(source.message(), span.end() - 20);
  EXPECT_EQ(std::string(source.message(), span.end()), ExpectedSteps(20));
}

TEST(SpanSourceTest, CountsWhatDoesNotFit) {
  for (const size_t size : {1, 10, 2000, 100000}) {
    for (const size_t missing : {size_t{1}, size / 2 + 1, size}) {
      for (const size_t slack : {0, 20}) {
        Span span(size - std::min(size, missing));
        SpanSource source(span.begin(), span.end());
        EXPECT_EQ(WriteSteps(&source, size, 9, slack), size);
        EXPECT_EQ(source.message(), nullptr);
      }
    }
  }
}

TEST(SpanSourceTest, CountsLongBytesThatDoNotFit) {
  const std::string data(100000, 'x');
  Span span(99999);
  SpanSource source(span.begin(), span.end());
  BackwardWriter writer(&source, false);
  EXPECT_EQ(writer.Finish(
                writer.WriteBytes(writer.Begin(), data.data(), data.size())),
            data.size());
  EXPECT_EQ(source.message(), nullptr);
}

TEST(SpanSourceTest, TakesTheEmptyMessage) {
  Span span(0);
  SpanSource source(span.begin(), span.end());
  EXPECT_EQ(WriteSteps(&source, 0, 1, 0), 0u);
  EXPECT_EQ(source.message(), span.begin());
}

TEST(ChainSourceTest, JoinsItsBlocks) {
  for (const size_t first : {1, 10, 512, 100000}) {
    for (const size_t size : {0, 1, 511, 512, 513, 50000}) {
      ChainSource source(first);
      EXPECT_EQ(WriteSteps(&source, size, 11, 15), size);
      std::string out = "before ";
      source.AppendTo(&out);
      EXPECT_EQ(out, "before " + ExpectedSteps(size));
    }
  }
}

TEST(ChainSourceTest, DoublesWhatItHas) {
  ChainSource source(8);
  size_t written = 0;
  for (int blocks = 1; written < 1000000; ++blocks) {
    const Block block = source.NextBlock(1, written);
    const auto size = static_cast<size_t>(block.end - block.begin);
    EXPECT_GE(size, written);
    written += size;
    source.CloseBlock(block.begin);
    ASSERT_LE(blocks, 20);
  }
}

TEST(ChainSourceTest, HandsOutAtLeastWhatIsAskedFor) {
  ChainSource source(8);
  const Block block = source.NextBlock(1000, 0);
  EXPECT_GE(block.end - block.begin, 1000);
  source.CloseBlock(block.end);
}

}  // namespace
}  // namespace backwire::wire
