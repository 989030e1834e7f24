// Random messages of every type through stock and the generated codec.
#include "backwire/testing/differential.h"

#include <algorithm>

#include "backwire/compat/protobuf_compat.h"
#include "backwire/testing/random_message.h"
#include "google/protobuf/arena.h"

namespace backwire::testing {
namespace {

using ::google::protobuf::Message;

RandomMessageOptions Small() {
  RandomMessageOptions options;
  options.max_depth = 2;
  options.max_values = 12;
  options.max_text = 20;
  return options;
}

RandomMessageOptions Large() {
  RandomMessageOptions options;
  options.max_depth = 5;
  options.max_values = 600;
  options.max_text = 300;
  return options;
}

// Calls `check(type, random, seed)`, an AssertionResult, for every type and
// `count` seeds; stops at a type's first failure.
template <class Check>
void ForRandom(uint32_t count, const RandomMessageOptions& options,
               Check&& check) {
  ASSERT_FALSE(AllTestedTypes().empty());
  for (const TestedType& type : AllTestedTypes()) {
    for (uint32_t seed = 1; seed <= count; ++seed) {
      RandomMessages random(seed, options);
      const ::testing::AssertionResult result = check(type, random);
      EXPECT_TRUE(result) << "  seed " << seed;
      if (!result) break;
    }
  }
}

std::unique_ptr<Message> RandomOf(const TestedType& type,
                                  RandomMessages& random) {
  std::unique_ptr<Message> filled = type.NewForStock();
  random.Fill(filled.get());
  if (type.twin == nullptr) return filled;
  // Twins differ in class, not in bytes.
  std::unique_ptr<Message> msg = type.New();
  StockMerge(StockBytes(*filled), msg.get());
  return msg;
}

TEST(DifferentialTest, EncodesTheEmptyMessage) {
  for (const TestedType& type : AllTestedTypes()) {
    EXPECT_TRUE(EncodesAsStock(type, *type.New()));
  }
}

TEST(DifferentialTest, EncodesRandomMessages) {
  const auto check = [](const TestedType& type, RandomMessages& random) {
    return EncodesAsStock(type, *RandomOf(type, random));
  };
  ForRandom(30, Small(), check);
  ForRandom(8, RandomMessageOptions(), check);
}

TEST(DifferentialTest, EncodesLargeRandomMessages) {
  ForRandom(2, Large(), [](const TestedType& type, RandomMessages& random) {
    return EncodesAsStock(type, *RandomOf(type, random));
  });
}

// Only maps of many entries come out in another order.
TEST(DifferentialTest, WritesStocksBytesInTheDefaultModeToo) {
  ForRandom(10, Small(), [](const TestedType& type, RandomMessages& random) {
    const std::unique_ptr<Message> msg = RandomOf(type, random);
    if (type.twin != nullptr ||
        StockBytes(*msg, false) == GeneratedBytes(type, *msg, false)) {
      return ::testing::AssertionSuccess();
    }
    return ::testing::AssertionFailure()
           << type.codec->full_name << ": " << msg->ShortDebugString();
  });
}

TEST(DifferentialTest, KeepsUnknownFields) {
  ForRandom(10, Small(), [](const TestedType& type, RandomMessages& random) {
    const std::unique_ptr<Message> msg = RandomOf(type, random);
    random.AddUnknownFields(msg.get());
    const ::testing::AssertionResult encoded = EncodesAsStock(type, *msg);
    if (!encoded) return encoded;
    return ExpectedDecode(type, StockBytes(*msg)).HoldsForAllCuts(50);
  });
}

TEST(DifferentialTest, DecodesRandomMessagesAtEveryCut) {
  ForRandom(6, Small(), [](const TestedType& type, RandomMessages& random) {
    const ExpectedDecode expected(type, StockBytes(*RandomOf(type, random)));
    if (!expected.accepted()) {
      return ::testing::AssertionFailure() << "stock refuses its own bytes";
    }
    return expected.HoldsForAllCuts();
  });
}

TEST(DifferentialTest, DecodesLargerRandomMessagesInPieces) {
  ForRandom(3, RandomMessageOptions(),
            [](const TestedType& type, RandomMessages& random) {
              return ExpectedDecode(type, StockBytes(*RandomOf(type, random)))
                  .HoldsForAllCuts(100);
            });
}

// Twice, so that elements and strings are also replaced in an arena's memory.
TEST(DifferentialTest, DecodesIntoArenas) {
  ForRandom(6, Small(), [](const TestedType& type, RandomMessages& random) {
    const std::string one = StockBytes(*RandomOf(type, random));
    const std::string two = StockBytes(*RandomOf(type, random));
    const std::unique_ptr<Message> expected = type.NewForStock();
    ::google::protobuf::Arena arena;
    Message* const msg = type.prototype->New(&arena);
    for (const std::string& bytes : {one, two, one}) {
      StockMerge(bytes, expected.get());
      if (!GeneratedMerge(type, bytes, EveryBytes(bytes.size(), 20), msg)) {
        return ::testing::AssertionFailure()
               << type.codec->full_name << " is refused";
      }
    }
    if (StockBytes(*msg) == StockBytes(*expected)) {
      return ::testing::AssertionSuccess();
    }
    return ::testing::AssertionFailure()
           << type.codec->full_name << ": " << msg->ShortDebugString();
  });
}

TEST(DifferentialTest, MergesIntoMessagesThatAreNotEmpty) {
  ForRandom(6, Small(), [](const TestedType& type, RandomMessages& random) {
    const std::string base = StockBytes(*RandomOf(type, random));
    const std::string bytes = StockBytes(*RandomOf(type, random));
    return ExpectedDecode(type, bytes, base).HoldsForAllCuts(40);
  });
}

TEST(DifferentialTest, DecodesSeveralMessagesBehindEachOther) {
  ForRandom(4, Small(), [](const TestedType& type, RandomMessages& random) {
    std::string bytes = StockBytes(*RandomOf(type, random));
    bytes += StockBytes(*RandomOf(type, random));
    bytes += bytes;
    return ExpectedDecode(type, bytes).HoldsForAllCuts(60);
  });
}

TEST(DifferentialTest, AgreesOnInputTruncatedAtEveryOffset) {
  const SilentLog silent;
  ForRandom(3, Small(), [](const TestedType& type, RandomMessages& random) {
    const std::string bytes = StockBytes(*RandomOf(type, random));
    const size_t end = std::min<size_t>(bytes.size(), 400);
    for (size_t size = 0; size < end; ++size) {
      const ExpectedDecode expected(type, bytes.substr(0, size));
      for (const Cuts& cuts : {Cuts{}, Cuts{size / 2}, EveryBytes(size, 5)}) {
        const ::testing::AssertionResult result = expected.Holds(cuts);
        if (!result) return result;
      }
    }
    return ::testing::AssertionSuccess();
  });
}

TEST(DifferentialTest, AgreesOnEveryByteReplaced) {
  const SilentLog silent;
  ForRandom(2, Small(), [](const TestedType& type, RandomMessages& random) {
    const std::string bytes = StockBytes(*RandomOf(type, random));
    const size_t end = std::min<size_t>(bytes.size(), 250);
    for (size_t at = 0; at < end; ++at) {
      const auto old = static_cast<uint8_t>(bytes[at]);
      const uint8_t values[] = {0x00,
                                0x01,
                                0x7f,
                                0x80,
                                0xff,
                                static_cast<uint8_t>(old + 1),
                                static_cast<uint8_t>(old - 1),
                                static_cast<uint8_t>(old ^ 0x80),
                                static_cast<uint8_t>(old ^ 0x04)};
      for (const uint8_t value : values) {
        std::string changed = bytes;
        changed[at] = static_cast<char>(value);
        const ExpectedDecode expected(type, changed);
        ::testing::AssertionResult result = expected.Holds({});
        if (result) result = expected.Holds({at});
        if (!result) return result;
      }
    }
    return ::testing::AssertionSuccess();
  });
}

// Cuts a piece out of one message and puts it into another, anywhere.
std::string Splice(const std::string& to, const std::string& from,
                   RandomMessages& random) {
  const auto below = [&random](size_t bound) {
    return random.Below(static_cast<uint32_t>(bound + 1));
  };
  const size_t begin = below(from.size());
  const size_t size = below(std::min<size_t>(from.size() - begin, 30));
  const size_t at = below(to.size());
  const size_t drop = below(std::min<size_t>(to.size() - at, 10));
  return std::string(to).replace(at, drop, from, begin, size);
}

TEST(DifferentialTest, AgreesOnSplicedInput) {
  const SilentLog silent;
  ForRandom(60, Small(), [](const TestedType& type, RandomMessages& random) {
    const std::string one = StockBytes(*RandomOf(type, random));
    const std::string two = StockBytes(*RandomOf(type, random));
    for (int i = 0; i < 8; ++i) {
      const std::string bytes = Splice(one, two, random);
      const ExpectedDecode expected(type, bytes);
      const size_t cut = random.Below(static_cast<uint32_t>(bytes.size() + 1));
      for (const Cuts& cuts :
           {Cuts{}, Cuts{cut}, EveryBytes(bytes.size(), 9)}) {
        const ::testing::AssertionResult result = expected.Holds(cuts);
        if (!result) return result;
      }
    }
    return ::testing::AssertionSuccess();
  });
}

}  // namespace
}  // namespace backwire::testing
