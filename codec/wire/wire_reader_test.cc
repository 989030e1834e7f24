#include "backwire/wire/wire_reader.h"

#include <functional>
#include <string>
#include <vector>

#include "backwire/testing/pieces.h"
#include "backwire/testing/wire_text.h"
#include "gtest/gtest.h"

namespace backwire::wire {
namespace {

using testing::Cuts;
using testing::EveryBytes;
using testing::PieceSource;
using testing::Wire;

// A reader's walk over one message, which returns the cursor.
using Walk = std::function<const char*(const char*, WireReader&)>;

// Runs `walk` over the input whole from memory, cut at every offset, in pieces
// of every small size, and with empty pieces in between; the outcome must be
// the same.
void ForAllCuts(const std::string& bytes,
                const std::function<void(WireReader&)>& run) {
  std::vector<Cuts> all;
  for (size_t cut = 0; cut <= bytes.size(); ++cut) all.push_back({cut});
  for (size_t piece = 1; piece <= 35; ++piece) {
    all.push_back(EveryBytes(bytes.size(), piece));
  }
  all.push_back({0, 0, bytes.size() / 2, bytes.size() / 2, bytes.size()});
  for (const Cuts& cuts : all) {
    SCOPED_TRACE(::testing::PrintToString(cuts));
    PieceSource source(bytes, cuts);
    WireReader reader(&source, bytes.size());
    run(reader);
    if (::testing::Test::HasFailure()) return;
  }
  WireReader reader(bytes.data(), bytes.size());
  run(reader);
}

void ExpectError(const std::string& text, DecodeErrorKind kind,
                 uint64_t offset_bytes, const Walk& walk) {
  ForAllCuts(Wire(text), [&](WireReader& reader) {
    const char* ptr = reader.Begin();
    if (ptr != nullptr) ptr = walk(ptr, reader);
    EXPECT_EQ(reader.Finish(ptr), nullptr);
    EXPECT_EQ(Describe(reader.error().kind), Describe(kind));
    EXPECT_EQ(reader.error().offset_bytes, offset_bytes);
  });
}

const char* ReadVarints(const char* ptr, WireReader& reader) {
  uint64_t value;
  while (ptr != nullptr && !reader.Done(&ptr)) {
    ptr = reader.ReadVarint(ptr, &value);
  }
  return ptr;
}

const char* ReadTags(const char* ptr, WireReader& reader) {
  uint32_t tag;
  while (ptr != nullptr && !reader.Done(&ptr)) ptr = reader.ReadTag(ptr, &tag);
  return ptr;
}

const char* ReadStrings(const char* ptr, WireReader& reader) {
  std::string out;
  while (ptr != nullptr && !reader.Done(&ptr)) {
    size_t size;
    ptr = reader.ReadLength(ptr, &size);
    if (ptr != nullptr) ptr = reader.ReadString(ptr, size, &out);
  }
  return ptr;
}

// Messages in messages, all the way down.
const char* ReadMessages(const char* ptr, WireReader& reader) {
  while (ptr != nullptr && !reader.Done(&ptr)) {
    ptr = reader.ReadMessage(
        ptr, [&reader](const char* p) { return ReadMessages(p, reader); });
  }
  return ptr;
}

TEST(WireReaderTest, IsDoneAtOnceWithNothing) {
  ForAllCuts("", [](WireReader& reader) {
    const char* ptr = reader.Begin();
    ASSERT_NE(ptr, nullptr);
    EXPECT_TRUE(reader.Done(&ptr));
    EXPECT_NE(ptr, nullptr);
    EXPECT_EQ(reader.OffsetBytes(ptr), 0u);
    EXPECT_NE(reader.Finish(ptr), nullptr);
  });
}

TEST(WireReaderTest, ReadsVarintsOfAllSizes) {
  std::vector<uint64_t> values;
  std::string bytes;
  for (int bit = 0; bit < 64; ++bit) {
    for (const uint64_t value :
         {uint64_t{1} << bit, (uint64_t{1} << bit) - 1, ~uint64_t{0} << bit}) {
      values.push_back(value);
      bytes += testing::Varint(value);
    }
  }
  ForAllCuts(bytes, [&](WireReader& reader) {
    const char* ptr = reader.Begin();
    for (const uint64_t value : values) {
      ASSERT_FALSE(reader.Done(&ptr));
      uint64_t read = 0;
      ptr = reader.ReadVarint(ptr, &read);
      ASSERT_NE(ptr, nullptr);
      ASSERT_EQ(read, value);
    }
    EXPECT_TRUE(reader.Done(&ptr));
    EXPECT_EQ(reader.OffsetBytes(ptr), bytes.size());
  });
}

TEST(WireReaderTest, ReadsOverlongVarintsAndDropsSurplusBits) {
  ForAllCuts(Wire("v5/10 v0/2 9*(ff) 7f v300/9"), [](WireReader& reader) {
    const char* ptr = reader.Begin();
    for (const uint64_t expected :
         {uint64_t{5}, uint64_t{0}, ~uint64_t{0}, uint64_t{300}}) {
      uint64_t value = 1;
      ASSERT_FALSE(reader.Done(&ptr));
      ptr = reader.ReadVarint(ptr, &value);
      ASSERT_NE(ptr, nullptr);
      EXPECT_EQ(value, expected);
    }
    EXPECT_TRUE(reader.Done(&ptr));
  });
}

TEST(WireReaderTest, ReadsTagsOfAllSizes) {
  const std::string bytes = Wire("v8 v8/5 v16383 v16384 v4294967295");
  ForAllCuts(bytes, [](WireReader& reader) {
    const char* ptr = reader.Begin();
    for (const uint32_t expected : {8u, 8u, 16383u, 16384u, 4294967295u}) {
      uint32_t tag = 0;
      ASSERT_FALSE(reader.Done(&ptr));
      ptr = reader.ReadTag(ptr, &tag);
      ASSERT_NE(ptr, nullptr);
      EXPECT_EQ(tag, expected);
    }
    EXPECT_TRUE(reader.Done(&ptr));
  });
}

TEST(WireReaderTest, ReadsFixedWidthValues) {
  ForAllCuts(Wire("5*( i32:305419896 i64:-2 )"), [](WireReader& reader) {
    const char* ptr = reader.Begin();
    for (int i = 0; i < 5; ++i) {
      uint32_t small = 0;
      uint64_t large = 0;
      ASSERT_FALSE(reader.Done(&ptr));
      ptr = reader.ReadFixed(ptr, &small);
      ASSERT_FALSE(reader.Done(&ptr));
      ptr = reader.ReadFixed(ptr, &large);
      EXPECT_EQ(small, 0x12345678u);
      EXPECT_EQ(large, ~uint64_t{1});
    }
    EXPECT_TRUE(reader.Done(&ptr));
  });
}

TEST(WireReaderTest, ReadsCopiesAndSkipsBytesOfAllSizes) {
  const std::string sizes[] = {"",
                               "a",
                               std::string(15, 'b'),
                               std::string(16, 'c'),
                               std::string(17, 'd'),
                               std::string(60, 'e')};
  std::string bytes;
  for (const std::string& text : sizes) {
    for (int i = 0; i < 3; ++i) bytes += testing::Prefixed(text);
  }
  ForAllCuts(bytes, [&](WireReader& reader) {
    const char* ptr = reader.Begin();
    for (const std::string& text : sizes) {
      for (int way = 0; way < 3; ++way) {
        size_t size = 99;
        ASSERT_FALSE(reader.Done(&ptr));
        ptr = reader.ReadLength(ptr, &size);
        ASSERT_NE(ptr, nullptr);
        ASSERT_EQ(size, text.size());
        std::string out = "replaced";
        if (way == 0) ptr = reader.ReadString(ptr, size, &out);
        if (way == 1) {
          out.resize(size);
          ptr = reader.CopyBytes(ptr, size, out.data());
        }
        if (way == 2) {
          out = text;
          ptr = reader.Skip(ptr, size);
        }
        ASSERT_NE(ptr, nullptr);
        ASSERT_EQ(out, text);
      }
    }
    EXPECT_TRUE(reader.Done(&ptr));
    EXPECT_EQ(reader.OffsetBytes(ptr), bytes.size());
  });
}

TEST(WireReaderTest, EndsMessagesAtTheirLimits) {
  ForAllCuts(Wire("{ {} {{}} 20*({{}}) }{}"), [](WireReader& reader) {
    EXPECT_NE(reader.Finish(ReadMessages(reader.Begin(), reader)), nullptr);
    EXPECT_EQ(reader.error().kind, DecodeErrorKind::kNone);
    EXPECT_EQ(reader.depth_left(), kMaxDepth);
  });
}

TEST(WireReaderTest, KnowsItsPositionInAnyPiece) {
  ForAllCuts(Wire("60*( v1 )"), [](WireReader& reader) {
    const char* ptr = reader.Begin();
    for (uint64_t offset = 0; !reader.Done(&ptr); ++offset) {
      ASSERT_EQ(reader.OffsetBytes(ptr), offset);
      ASSERT_EQ(reader.Left(ptr), 60 - static_cast<ptrdiff_t>(offset));
      uint64_t value;
      ptr = reader.ReadVarint(ptr, &value);
    }
  });
}

TEST(WireReaderTest, StopsAtTheTotalThatWasPromised) {
  const std::string bytes = Wire("40*( v1 )");
  PieceSource source(bytes, EveryBytes(bytes.size(), 7));
  WireReader reader(&source, 25);
  const char* ptr = reader.Begin();
  int values = 0;
  for (; !reader.Done(&ptr); ++values) {
    uint64_t value;
    ptr = reader.ReadVarint(ptr, &value);
  }
  EXPECT_NE(ptr, nullptr);
  EXPECT_EQ(values, 25);
}

TEST(WireReaderTest, FailsWhereASourceHasLessThanPromised) {
  for (const size_t size : {0, 1, 15, 16, 17, 40}) {
    const std::string bytes(size, '\x01');
    PieceSource source(bytes, EveryBytes(size, 9));
    WireReader reader(&source, size + 1);
    const char* ptr = reader.Begin();
    if (ptr != nullptr) ptr = ReadVarints(ptr, reader);
    EXPECT_EQ(reader.Finish(ptr), nullptr);
    EXPECT_EQ(reader.error().kind, DecodeErrorKind::kTruncated) << size;
  }
}

TEST(WireReaderTest, RefusesAnEleventhByte) {
  ExpectError("v1 v1 v1/11", DecodeErrorKind::kVarintTooLong, 2, ReadVarints);
}

TEST(WireReaderTest, RefusesATagOfSixBytes) {
  ExpectError("v8 v8/6", DecodeErrorKind::kVarintTooLong, 1, ReadTags);
}

TEST(WireReaderTest, RefusesALengthOfSixBytes) {
  ExpectError("{\"ab\"} v1/6 \"a\"", DecodeErrorKind::kVarintTooLong, 3,
              ReadStrings);
}

TEST(WireReaderTest, RefusesALengthBeyondTheInput) {
  // At the position behind the length.
  ExpectError("{\"ab\"} v5 \"abcd\"", DecodeErrorKind::kLengthTooLarge, 4,
              ReadStrings);
}

TEST(WireReaderTest, RefusesALengthOfTwoGigabytes) {
  ExpectError("{} v2147483648 \"abcd\"", DecodeErrorKind::kLengthTooLarge, 1,
              ReadStrings);
}

TEST(WireReaderTest, RefusesAMessageBeyondTheOneAroundIt) {
  ExpectError("{ {} v1 } 00 00", DecodeErrorKind::kLengthTooLarge, 3,
              ReadMessages);
}

TEST(WireReaderTest, RefusesAVarintThatTheEndCuts) {
  ExpectError("v1 20*( 80 )", DecodeErrorKind::kVarintTooLong, 1, ReadVarints);
  ExpectError("v1 80", DecodeErrorKind::kPastEnd, 2,
              [](const char* ptr, WireReader& reader) {
                return ReadVarints(ptr, reader);
              });
}

TEST(WireReaderTest, RefusesTheLevelBeyondTheLimit) {
  std::string bytes;
  for (int i = 0; i < kMaxDepth; ++i) bytes = testing::Prefixed(bytes);
  ForAllCuts(bytes, [](WireReader& reader) {
    EXPECT_NE(ReadMessages(reader.Begin(), reader), nullptr);
  });
  bytes = testing::Prefixed(bytes);
  ForAllCuts(bytes, [](WireReader& reader) {
    EXPECT_EQ(ReadMessages(reader.Begin(), reader), nullptr);
    EXPECT_EQ(reader.error().kind, DecodeErrorKind::kTooDeep);
  });
}

// Tags only: SGROUP opens a level, EGROUP closes it.
const char* ReadGroups(const char* ptr, WireReader& reader) {
  while (ptr != nullptr && !reader.Done(&ptr)) {
    uint32_t tag;
    ptr = reader.ReadTag(ptr, &tag);
    if (ptr == nullptr) return nullptr;
    if (TypeOf(tag) == kEGroup) {
      reader.EndGroup(tag);
      return ptr;
    }
    ptr = reader.ReadGroup(
        ptr, tag, [&reader](const char* p) { return ReadGroups(p, reader); });
  }
  return ptr;
}

TEST(WireReaderTest, PairsGroups) {
  const std::string text =
      "1:SGROUP 2:SGROUP 2:EGROUP 536870911:SGROUP 536870911:EGROUP 1:EGROUP";
  ForAllCuts(Wire("10*( " + text + " )"), [](WireReader& reader) {
    EXPECT_NE(reader.Finish(ReadGroups(reader.Begin(), reader)), nullptr);
  });
}

TEST(WireReaderTest, RefusesGroupsThatDoNotPair) {
  ExpectError("1:SGROUP 2:EGROUP", DecodeErrorKind::kGroupMismatch, 2,
              ReadGroups);
  ExpectError("1:SGROUP 1:EGROUP 1:EGROUP", DecodeErrorKind::kGroupMismatch, 3,
              ReadGroups);
  ExpectError("1:SGROUP 2:SGROUP 2:EGROUP", DecodeErrorKind::kGroupMismatch, 3,
              ReadGroups);
}

TEST(WireReaderTest, KeepsTheFirstErrorAndTheInnermostField) {
  const std::string bytes = Wire("v1 v1");
  WireReader reader(bytes.data(), bytes.size());
  const char* const ptr = reader.Begin();
  EXPECT_EQ(reader.Fail(DecodeErrorKind::kInvalidUtf8, ptr + 1), nullptr);
  EXPECT_EQ(reader.Fail(DecodeErrorKind::kTooDeep, ptr), nullptr);
  EXPECT_EQ(reader.FailedField(MakeTag(7, kLen)), nullptr);
  EXPECT_EQ(reader.FailedField(MakeTag(1, kLen)), nullptr);
  EXPECT_EQ(reader.error().kind, DecodeErrorKind::kInvalidUtf8);
  EXPECT_EQ(reader.error().offset_bytes, 1u);
  EXPECT_EQ(reader.error().field_number, 7u);
}

TEST(WireReaderTest, PackedPayloadsEndWhereTheirLengthSays) {
  ForAllCuts(Wire("{ 30*( v1 v300 ) } {} { v5/10 }"), [](WireReader& reader) {
    const char* ptr = reader.Begin();
    for (const int count : {60, 0, 1}) {
      int values = 0;
      ASSERT_FALSE(reader.Done(&ptr));
      ptr = reader.ReadPacked(ptr, [&](const char* p) {
        while (!reader.Done(&p)) {
          uint64_t value;
          p = reader.ReadVarint(p, &value);
          ++values;
        }
        return p;
      });
      ASSERT_NE(ptr, nullptr);
      EXPECT_EQ(values, count);
    }
    EXPECT_TRUE(reader.Done(&ptr));
  });
}

TEST(DecodeErrorTest, EveryKindHasItsOwnPhrase) {
  std::vector<std::string> phrases;
  for (int kind = 0;
       kind <= static_cast<int>(DecodeErrorKind::kMissingRequired); ++kind) {
    phrases.push_back(Describe(static_cast<DecodeErrorKind>(kind)));
  }
  std::sort(phrases.begin(), phrases.end());
  EXPECT_EQ(std::unique(phrases.begin(), phrases.end()), phrases.end());
}

}  // namespace
}  // namespace backwire::wire
