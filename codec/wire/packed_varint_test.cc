#include "backwire/wire/packed_varint.h"

#include <cstring>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "backwire/wire/chain_source.h"
#include "backwire/wire/span_source.h"
#include "gtest/gtest.h"

namespace backwire::wire {
namespace {

// The plain definition, value by value.
template <VarintMapping kMapping>
struct Plain;
template <>
struct Plain<VarintMapping::kInt32> {
  using Value = int32_t;
  static uint64_t ToWire(Value v) { return static_cast<uint64_t>(int64_t{v}); }
  static Value FromWire(uint64_t w) { return static_cast<Value>(w); }
};
template <>
struct Plain<VarintMapping::kUInt32> {
  using Value = uint32_t;
  static uint64_t ToWire(Value v) { return v; }
  static Value FromWire(uint64_t w) { return static_cast<Value>(w); }
};
template <>
struct Plain<VarintMapping::kSInt32> {
  using Value = int32_t;
  static uint64_t ToWire(Value v) { return ZigZagEncode32(v); }
  static Value FromWire(uint64_t w) {
    return ZigZagDecode32(static_cast<uint32_t>(w));
  }
};
template <>
struct Plain<VarintMapping::kInt64> {
  using Value = uint64_t;
  static uint64_t ToWire(Value v) { return v; }
  static Value FromWire(uint64_t w) { return w; }
};
template <>
struct Plain<VarintMapping::kSInt64> {
  using Value = int64_t;
  static uint64_t ToWire(Value v) { return ZigZagEncode64(v); }
  static Value FromWire(uint64_t w) { return ZigZagDecode64(w); }
};
template <>
struct Plain<VarintMapping::kBool> {
  using Value = bool;
  static uint64_t ToWire(Value v) { return v ? 1 : 0; }
  static Value FromWire(uint64_t w) { return w != 0; }
};

void AppendVarint(uint64_t value, std::string* out) {
  for (; value >= 0x80; value >>= 7) {
    out->push_back(static_cast<char>(value | 0x80));
  }
  out->push_back(static_cast<char>(value));
}

// `size` bytes that say what `value` does: the last ones are overlong.
void AppendPaddedVarint(uint64_t value, size_t size, std::string* out) {
  const size_t end = out->size() + size;
  AppendVarint(value, out);
  while (out->size() < end) {
    out->back() = static_cast<char>(out->back() | 0x80);
    out->push_back(0);
  }
}

// Lengths that change in all the ways that the kernels tell apart: even runs of
// each length, short runs, and no pattern.
std::vector<uint64_t> WireValues(std::mt19937_64& random) {
  std::vector<uint64_t> values;
  while (values.size() < 400) {
    const size_t run = random() % 3 == 0 ? 1 + random() % 70 : random() % 5;
    const int bits = static_cast<int>(random() % 65);
    for (size_t i = 0; i < run; ++i) {
      const uint64_t top = bits == 0 ? 0 : uint64_t{1} << (bits - 1);
      values.push_back(top == 0 ? 0 : top | (random() & (top - 1)));
    }
  }
  values.resize(random() % values.size());
  return values;
}

template <class P>
std::vector<typename P::Value> FromWire(const std::vector<uint64_t>& wire) {
  std::vector<typename P::Value> values;
  for (const uint64_t w : wire) values.push_back(P::FromWire(w));
  return values;
}

// A plain array: std::vector<bool> has none.
template <class Value>
std::unique_ptr<Value[]> ArrayOf(const std::vector<Value>& values) {
  auto array = std::make_unique<Value[]>(values.size() + 1);
  std::copy(values.begin(), values.end(), array.get());
  return array;
}

class PackedVarintTest : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    kernels_ = FindVarintKernels(GetParam());
    if (kernels_ == nullptr) GTEST_SKIP() << "not on this processor";
    EXPECT_STREQ(kernels_->name, GetParam());
  }

  template <VarintMapping kMapping>
  void DecodesLikePlainLoop() {
    using P = Plain<kMapping>;
    for (int round = 0; round < 300; ++round) {
      const std::vector<uint64_t> wire = WireValues(random_);
      std::string bytes;
      for (const uint64_t w : wire) {
        if (random_() % 50 == 0) {
          AppendPaddedVarint(w, 1 + random_() % 10, &bytes);
        } else {
          AppendVarint(w, &bytes);
        }
      }
      EXPECT_EQ(Decoded<kMapping>(bytes), FromWire<P>(wire));
    }
  }

  // Decodes from and to memory without a byte more than is promised.
  template <VarintMapping kMapping>
  auto Decoded(const std::string& bytes) {
    using Value = typename Plain<kMapping>::Value;
    std::string input = bytes + std::string(16, static_cast<char>(random_()));
    const char* const end = input.data() + bytes.size();
    const size_t count = kernels_->count(input.data(), end);
    auto values = std::make_unique<Value[]>(count);
    void* out = values.get();
    EXPECT_EQ(kernels_->decode[static_cast<size_t>(kMapping)](
                  input.data(), end, &out, values.get() + count),
              end);
    EXPECT_EQ(out, values.get() + count);
    return std::vector<Value>(values.get(), values.get() + count);
  }

  template <VarintMapping kMapping>
  void EncodesLikePlainLoop() {
    using P = Plain<kMapping>;
    for (int round = 0; round < 300; ++round) {
      const auto values = FromWire<P>(WireValues(random_));
      std::string bytes;
      for (const auto value : values) AppendVarint(P::ToWire(value), &bytes);
      EXPECT_EQ(Encoded<kMapping>(values), bytes);
    }
  }

  template <VarintMapping kMapping>
  std::string Encoded(
      const std::vector<typename Plain<kMapping>::Value>& values) {
    const auto array = ArrayOf(values);
    const size_t size = values.size() * kMaxVarintBytes + 16;
    auto memory = std::make_unique<uint8_t[]>(size);
    size_t count = values.size();
    uint8_t* const cursor = kernels_->encode[static_cast<size_t>(kMapping)](
        array.get(), &count, memory.get(), memory.get() + size);
    EXPECT_EQ(count, 0u);
    return std::string(reinterpret_cast<char*>(cursor),
                       memory.get() + size - cursor);
  }

  const VarintKernels* kernels_ = nullptr;
  std::mt19937_64 random_{7};
};

TEST_P(PackedVarintTest, DecodesEveryMapping) {
  DecodesLikePlainLoop<VarintMapping::kInt32>();
  DecodesLikePlainLoop<VarintMapping::kUInt32>();
  DecodesLikePlainLoop<VarintMapping::kSInt32>();
  DecodesLikePlainLoop<VarintMapping::kInt64>();
  DecodesLikePlainLoop<VarintMapping::kSInt64>();
  DecodesLikePlainLoop<VarintMapping::kBool>();
}

TEST_P(PackedVarintTest, EncodesEveryMapping) {
  EncodesLikePlainLoop<VarintMapping::kInt32>();
  EncodesLikePlainLoop<VarintMapping::kUInt32>();
  EncodesLikePlainLoop<VarintMapping::kSInt32>();
  EncodesLikePlainLoop<VarintMapping::kInt64>();
  EncodesLikePlainLoop<VarintMapping::kSInt64>();
  EncodesLikePlainLoop<VarintMapping::kBool>();
}

TEST_P(PackedVarintTest, DropsBitsAboveThe64th) {
  const std::string bytes = std::string(9, '\xff') + "\x7f";
  EXPECT_EQ(Decoded<VarintMapping::kInt64>(bytes),
            std::vector<uint64_t>{std::numeric_limits<uint64_t>::max()});
}

TEST_P(PackedVarintTest, StopsWhereAVarintIsTooLong) {
  for (const size_t before : {0, 1, 15, 16, 40}) {
    for (const size_t length : {11, 12, 30}) {
      std::string bytes(before, 1);
      bytes += std::string(length - 1, '\x80') + std::string(1 + 16, 0);
      const char* const end = bytes.data() + before + length;
      std::vector<uint64_t> values(before + 1);
      void* out = values.data();
      EXPECT_EQ(kernels_->decode[static_cast<size_t>(VarintMapping::kInt64)](
                    bytes.data(), end, &out, values.data() + values.size()),
                bytes.data() + before);
      EXPECT_EQ(out, values.data() + before);
    }
  }
}

TEST_P(PackedVarintTest, CountsTheVarints) {
  for (size_t size = 0; size < 9000; size = size * 5 / 4 + 1) {
    std::string bytes;
    size_t count = 0;
    for (size_t i = 0; i < size; ++i) {
      bytes.push_back(static_cast<char>(random_()));
      count += static_cast<uint8_t>(bytes.back()) < 0x80;
    }
    EXPECT_EQ(kernels_->count(bytes.data(), bytes.data() + size), count);
  }
}

TEST_P(PackedVarintTest, LeavesWhatIsBelowTheFloorAlone) {
  const std::vector<uint64_t> wire = WireValues(random_);
  for (size_t free = 0; free < 200; ++free) {
    std::vector<uint8_t> memory(free + 64, 0xee);
    uint8_t* const floor = memory.data() + 64;
    size_t count = wire.size();
    uint8_t* const cursor =
        kernels_->encode[static_cast<size_t>(VarintMapping::kInt64)](
            wire.data(), &count, floor, floor + free);
    EXPECT_GE(cursor, floor);
    EXPECT_TRUE(count == 0 || cursor - floor < VarintKernels::kStepBytes);
    for (size_t i = 0; i < 64; ++i) ASSERT_EQ(memory[i], 0xee);
  }
}

INSTANTIATE_TEST_SUITE_P(Machines, PackedVarintTest,
                         ::testing::Values("portable", "sse2", "avx2"),
                         [](const auto& info) { return info.param; });

TEST(BestVarintKernelsTest, AreThoseThatTheirNameFinds) {
  const VarintKernels& best = BestVarintKernels();
  EXPECT_EQ(FindVarintKernels(best.name), &best);
  EXPECT_EQ(FindVarintKernels("mmx"), nullptr);
}

TEST(WritePackedVarintsTest, FitsAnExactSpanAndChainsBlocks) {
  std::mt19937_64 random(11);
  for (int round = 0; round < 100; ++round) {
    const std::vector<uint64_t> values = WireValues(random);
    std::string bytes;
    for (const uint64_t value : values) AppendVarint(value, &bytes);
    std::vector<uint8_t> memory(bytes.size());
    SpanSource span(memory.data(), memory.data() + memory.size());
    BackwardWriter writer(&span, /*deterministic=*/false);
    const size_t size = writer.Finish(
        WritePackedVarints(VarintMapping::kInt64, values.data(), values.size(),
                           writer.Begin(), writer));
    ASSERT_EQ(size, bytes.size());
    EXPECT_EQ(std::string(memory.begin(), memory.end()), bytes);
  }
}

}  // namespace
}  // namespace backwire::wire
