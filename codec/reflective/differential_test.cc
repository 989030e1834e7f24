// Random messages and damaged bytes of every type, through stock's generated
// code and through reflection.
#include "backwire/testing/differential.h"

#include <algorithm>
#include <memory>
#include <string>

#include "backwire/reflective/field_rules.h"
#include "backwire/reflective/reflective_test_types.h"
#include "backwire/testing/random_message.h"
#include "backwire/testing/wire_text.h"

namespace backwire::reflective {
namespace {

using ::google::protobuf::Message;
using ::testing::AssertionFailure;
using ::testing::AssertionResult;
using ::testing::AssertionSuccess;
using testing::Cuts;
using testing::ExpectedDecode;
using testing::RandomMessageOptions;
using testing::RandomMessages;
using testing::StockBytes;
using testing::TestedType;

constexpr int kMaxTestedBytes = 400;

RandomMessageOptions Small() {
  RandomMessageOptions options;
  options.max_depth = 2;
  options.max_values = 12;
  options.max_text = 20;
  return options;
}

std::unique_ptr<Message> RandomOf(const TestedType& type,
                                  RandomMessages& random) {
  std::unique_ptr<Message> msg = type.New();
  random.Fill(msg.get());
  return msg;
}

// Calls `check(type, random)` for every type with each seed from 1 to
// `seed_count`, until it fails.
template <class Check>
void ForEachType(uint32_t seed_count, Check&& check) {
  ASSERT_GT(ReflectedTypes().size(), 60u);
  const testing::SilentLog silent;
  for (const TestedType& type : ReflectedTypes()) {
    for (uint32_t seed = 1; seed <= seed_count; ++seed) {
      RandomMessages random(seed, Small());
      const AssertionResult result = check(type, random);
      EXPECT_TRUE(result) << "  seed " << seed;
      if (!result) break;
    }
  }
}

AssertionResult EncodesLikeStockInBothModes(const TestedType& type,
                                            const Message& msg) {
  const AssertionResult result = testing::EncodesAsStock(type, msg);
  if (!result) return result;
  const std::string bytes = testing::GeneratedBytes(type, msg, false);
  const std::string expected = StockBytes(msg, false);
  if (bytes == expected) return AssertionSuccess();
  return AssertionFailure()
         << "default mode: bytes differ\n  stock      "
         << testing::HexOf(expected) << "\n  reflective "
         << testing::HexOf(bytes) << "\n  type " << type.codec->full_name;
}

TEST(ReflectiveDifferentialTest, EncodesTheEmptyMessage) {
  for (const TestedType& type : ReflectedTypes()) {
    EXPECT_TRUE(EncodesLikeStockInBothModes(type, *type.New()));
  }
}

TEST(ReflectiveDifferentialTest, EncodesRandomMessages) {
  ForEachType(40, [](const TestedType& type, RandomMessages& random) {
    return EncodesLikeStockInBothModes(type, *RandomOf(type, random));
  });
}

// Stock's parser leaves other things behind than reflection does: extensions
// and maps have more than one form in memory.
TEST(ReflectiveDifferentialTest, EncodesParsedMessages) {
  ForEachType(20, [](const TestedType& type, RandomMessages& random) {
    const std::unique_ptr<Message> msg = type.New();
    testing::StockMerge(StockBytes(*RandomOf(type, random)), msg.get());
    return EncodesLikeStockInBothModes(type, *msg);
  });
}

TEST(ReflectiveDifferentialTest, EncodesMessagesThatItDecoded) {
  ForEachType(20, [](const TestedType& type, RandomMessages& random) {
    const std::unique_ptr<Message> msg = type.New();
    testing::GeneratedMerge(type, StockBytes(*RandomOf(type, random)), {},
                            msg.get());
    return EncodesLikeStockInBothModes(type, *msg);
  });
}

TEST(ReflectiveDifferentialTest, DecodesInputCutAtEveryOffset) {
  ForEachType(8, [](const TestedType& type, RandomMessages& random) {
    const ExpectedDecode expected(type, StockBytes(*RandomOf(type, random)));
    if (!expected.accepted()) {
      return AssertionFailure() << "stock refuses its own bytes";
    }
    return expected.HoldsForAllCuts();
  });
}

TEST(ReflectiveDifferentialTest, MergesIntoMessagesThatAreNotEmpty) {
  ForEachType(8, [](const TestedType& type, RandomMessages& random) {
    const std::string base = StockBytes(*RandomOf(type, random));
    const std::string bytes = StockBytes(*RandomOf(type, random));
    return ExpectedDecode(type, bytes + bytes, base).HoldsForAllCuts(40);
  });
}

TEST(ReflectiveDifferentialTest, AgreesOnInputTruncatedAtEveryOffset) {
  ForEachType(3, [](const TestedType& type, RandomMessages& random) {
    const std::string bytes = StockBytes(*RandomOf(type, random));
    const size_t end = std::min<size_t>(bytes.size(), kMaxTestedBytes);
    for (size_t size = 0; size < end; ++size) {
      const ExpectedDecode expected(type, bytes.substr(0, size));
      AssertionResult result = expected.Holds({});
      if (result) result = expected.Holds({size / 2});
      if (!result) return result;
    }
    return AssertionSuccess();
  });
}

TEST(ReflectiveDifferentialTest, AgreesOnEveryByteReplaced) {
  ForEachType(4, [](const TestedType& type, RandomMessages& random) {
    const std::string bytes = StockBytes(*RandomOf(type, random));
    const size_t end = std::min<size_t>(bytes.size(), kMaxTestedBytes);
    for (size_t at = 0; at < end; ++at) {
      const auto old = static_cast<uint8_t>(bytes[at]);
      for (const int value : {0x00, 0x01, 0x7f, 0x80, 0xff, old + 1, old - 1,
                              old ^ 0x80, old ^ 0x08, old ^ 0x04}) {
        std::string changed = bytes;
        changed[at] = static_cast<char>(value);
        const ExpectedDecode expected(type, changed);
        AssertionResult result = expected.Holds({});
        if (result) result = expected.Holds({at});
        if (!result) return result;
      }
    }
    return AssertionSuccess();
  });
}

}  // namespace
}  // namespace backwire::reflective
