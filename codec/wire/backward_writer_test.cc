#include "backwire/wire/backward_writer.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "google/protobuf/io/coded_stream.h"
#include "gtest/gtest.h"

namespace backwire::wire {
namespace {

// Hands out blocks of the sizes given, the last one again and again, and
// records what the writer asks for.
class ScriptedBlocks final : public BlockSource {
 public:
  explicit ScriptedBlocks(std::vector<size_t> sizes)
      : sizes_(std::move(sizes)) {}

  Block NextBlock(size_t min_bytes, size_t written_bytes) override {
    asked_bytes.push_back(min_bytes);
    EXPECT_EQ(written_bytes, bytes.size());
    EXPECT_GE(min_bytes, 1u);
    EXPECT_LE(min_bytes, BackwardWriter::kMaxReserveBytes);
    const size_t size =
        std::max(min_bytes, sizes_[std::min(next_++, sizes_.size() - 1)]);
    memory_.reset(new uint8_t[size]);
    end_ = memory_.get() + size;
    return {memory_.get(), end_};
  }
  void CloseBlock(uint8_t* first_used) override {
    bytes.insert(0, reinterpret_cast<char*>(first_used),
                 static_cast<size_t>(end_ - first_used));
    ++closed;
  }

  std::string bytes;
  std::vector<size_t> asked_bytes;
  int closed = 0;

 private:
  std::vector<size_t> sizes_;
  size_t next_ = 0;
  std::unique_ptr<uint8_t[]> memory_;
  uint8_t* end_ = nullptr;
};

TEST(BackwardWriterTest, WritesNothing) {
  ScriptedBlocks blocks({8});
  BackwardWriter writer(&blocks, false);
  EXPECT_EQ(writer.Finish(writer.Begin()), 0u);
  EXPECT_EQ(blocks.bytes, "");
  EXPECT_EQ(blocks.closed, 1);
}

TEST(BackwardWriterTest, WritesFromTheLastByteToTheFirst) {
  ScriptedBlocks blocks({64});
  BackwardWriter writer(&blocks, false);
  uint8_t* cursor = writer.WriteBytes(writer.Begin(), "world", 5);
  cursor = writer.WriteBytes(cursor, "hello ", 6);
  EXPECT_EQ(writer.WrittenBytes(cursor), 11u);
  EXPECT_EQ(writer.Finish(cursor), 11u);
  EXPECT_EQ(blocks.bytes, "hello world");
}

TEST(BackwardWriterTest, ChainsAFullBlockAndCountsOverAll) {
  ScriptedBlocks blocks({3, 1, 4, 2});
  BackwardWriter writer(&blocks, false);
  uint8_t* cursor = writer.Begin();
  for (int i = 9; i >= 0; --i) {
    cursor = writer.Reserve(cursor, 1);
    *--cursor = static_cast<uint8_t>('0' + i);
    EXPECT_EQ(writer.WrittenBytes(cursor), 10u - i);
  }
  EXPECT_EQ(writer.Finish(cursor), 10u);
  EXPECT_EQ(blocks.bytes, "0123456789");
  EXPECT_EQ(blocks.closed, 4);
}

TEST(BackwardWriterTest, ReservesWithoutANewBlockWhileThereIsRoom) {
  ScriptedBlocks blocks({8});
  BackwardWriter writer(&blocks, false);
  uint8_t* const begin = writer.Begin();
  EXPECT_EQ(writer.FreeBytes(begin), 8u);
  EXPECT_EQ(writer.Reserve(begin, 8), begin);
  uint8_t* const next = writer.Reserve(begin, 9);
  EXPECT_NE(next, begin);
  EXPECT_GE(writer.FreeBytes(next), 9u);
  EXPECT_EQ(blocks.asked_bytes, (std::vector<size_t>{1, 9}));
  writer.Finish(next);
}

TEST(BackwardWriterTest, SpreadsLongBytesOverBlocksOfAnySize) {
  std::string data(5000, '\0');
  for (size_t i = 0; i < data.size(); ++i) data[i] = static_cast<char>(i * 7);
  for (const size_t block : {1, 2, 1023, 1024, 1025, 4999, 5000, 5001}) {
    ScriptedBlocks blocks({block});
    BackwardWriter writer(&blocks, false);
    const size_t size =
        writer.Finish(writer.WriteBytes(writer.Begin(), data.data(), 5000));
    EXPECT_EQ(size, 5000u);
    EXPECT_EQ(blocks.bytes, data) << block;
  }
}

TEST(BackwardWriterTest, FillsABlockToItsFirstByteBeforeTheNext) {
  ScriptedBlocks blocks({4, 8});
  BackwardWriter writer(&blocks, false);
  uint8_t* const cursor = writer.WriteBytes(writer.Begin(), "abcd", 4);
  EXPECT_EQ(writer.FreeBytes(cursor), 0u);
  EXPECT_EQ(blocks.asked_bytes.size(), 1u);
  EXPECT_EQ(writer.WriteBytes(cursor, "", 0), cursor);
  EXPECT_EQ(blocks.asked_bytes.size(), 1u);
  writer.Finish(cursor);
  EXPECT_EQ(blocks.bytes, "abcd");
}

TEST(BackwardWriterTest, PassesTheOrderOfMapsOn) {
  ScriptedBlocks blocks({1});
  EXPECT_TRUE(BackwardWriter(&blocks, true).deterministic());
  EXPECT_FALSE(BackwardWriter(&blocks, false).deterministic());
}

// What stock writes for a varint.
std::string StockVarint(uint64_t value) {
  uint8_t bytes[10];
  uint8_t* const end =
      ::google::protobuf::io::CodedOutputStream::WriteVarint64ToArray(value,
                                                                      bytes);
  return std::string(bytes, end);
}

template <class Write>
std::string Written(Write&& write) {
  uint8_t bytes[32];
  uint8_t* const end = bytes + sizeof(bytes);
  return std::string(write(end), end);
}

TEST(WriteVarintTest, IsStocksAtEveryBorder) {
  for (int bit = 0; bit < 64; ++bit) {
    const uint64_t power = uint64_t{1} << bit;
    for (const uint64_t value : {power - 1, power, power + 1, ~power}) {
      EXPECT_EQ(Written([value](uint8_t* cursor) {
                  return WriteVarintUnchecked(value, cursor);
                }),
                StockVarint(value))
          << value;
    }
  }
}

template <uint32_t kTag>
void ExpectTag() {
  EXPECT_EQ(Written(WriteTagUnchecked<kTag>), StockVarint(kTag));
}

TEST(WriteTagTest, IsAVarintOfEverySize) {
  ExpectTag<MakeTag(1, kVarint)>();
  ExpectTag<MakeTag(15, kI32)>();
  ExpectTag<MakeTag(16, kVarint)>();
  ExpectTag<MakeTag(2047, kI32)>();
  ExpectTag<MakeTag(2048, kVarint)>();
  ExpectTag<MakeTag(262143, kLen)>();
  ExpectTag<MakeTag(262144, kLen)>();
  ExpectTag<MakeTag(33554431, kLen)>();
  ExpectTag<MakeTag(33554432, kLen)>();
  ExpectTag<MakeTag(536870911, kEGroup)>();
}

TEST(WriteFixedTest, IsLittleEndian) {
  EXPECT_EQ(Written([](uint8_t* cursor) {
              return WriteFixedUnchecked(uint32_t{0x04030201}, cursor);
            }),
            "\x01\x02\x03\x04");
}

}  // namespace
}  // namespace backwire::wire
