// ParsedMessage by a layout that is written here as constants, as generated
// code has them:
//
//   message Item { string id = 1; map<string, string> tags = 2;
//                  repeated fixed64 marks = 3; Item next = 4;
//                  required int32 count = 5; }
#include "backwire/view/parsed_message.h"

#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "backwire/testing/allocations.h"
#include "backwire/testing/pieces.h"
#include "backwire/testing/wire_text.h"
#include "gtest/gtest.h"

namespace backwire::view {
namespace {

using backwire::testing::Cuts;
using backwire::testing::EveryBytes;
using backwire::testing::PieceSource;
using backwire::testing::Wire;

extern const MessageLayout kItem;

constexpr FieldLayout MakeField(uint32_t number, uint32_t offset,
                                uint32_t presence, FieldKind kind,
                                FieldShape shape, uint8_t flags,
                                const SubLayout* sub) {
  FieldLayout field = {number, 0, offset, presence, kind, shape,
                       flags,  0, 0,      0,        "",   sub};
  CompleteField(&field);
  return field;
}

constexpr FieldLayout MakeMap(uint32_t number, uint32_t offset,
                              const SubLayout* sub) {
  FieldLayout field = MakeField(number, offset, 576, FieldKind::kMessage,
                                FieldShape::kMap, 0, sub);
  field.parser = MapParserOf(FieldKind::kText, FieldKind::kText);
  return field;
}

constexpr MapLayout kTags = {
    MakeField(1, 0, 0, FieldKind::kText, FieldShape::kImplicit, 0, nullptr),
    MakeField(2, 12, 0, FieldKind::kText, FieldShape::kImplicit, 0, nullptr),
    24};
constexpr SubLayout kTagsSub = {nullptr, nullptr, &kTags, nullptr};
constexpr SubLayout kNextSub = {&kItem, nullptr, nullptr, nullptr};
constexpr FieldLayout kFields[] = {
    MakeField(1, 56, 576, FieldKind::kText, FieldShape::kImplicit, 0, nullptr),
    MakeMap(2, 8, &kTagsSub),
    MakeField(3, 24, 576, FieldKind::kFixed64, FieldShape::kRepeated, kPacked,
              nullptr),
    MakeField(4, 40, 577, FieldKind::kMessage, FieldShape::kOptional, 0,
              &kNextSub),
    MakeField(5, 68, 578, FieldKind::kInt32, FieldShape::kOptional, kRequired,
              nullptr)};
constexpr uint16_t kDense[] = {0, 1, 2, 3, 4, 5};
alignas(8) constexpr char kEmpty[80] = {};
constexpr MessageLayout kItem = {
    kFields, 5,           6,      kDense, 80, kReachesRequired | kReachesMap,
    kEmpty,  "test.Item", nullptr};

const FieldLayout& Field(uint32_t number) { return *kItem.Find(number); }

std::string Sample() {
  return Wire(R"(1:LEN {"an id"}
                 2:LEN { 1:LEN {"first"} 2:LEN {"1"} }
                 2:LEN { 1:LEN {"second"} 2:LEN {"two"} }
                 3:LEN { i64:7 i64:8 }
                 4:LEN { 1:LEN {"inner"} 5:VARINT v1 }
                 5:VARINT v77)");
}

bool IsInside(std::string_view part, std::string_view whole) {
  return part.data() >= whole.data() &&
         part.data() + part.size() <= whole.data() + whole.size();
}

// Pieces, and a count of their releases.
class CountedInput final : public HeldInput {
 public:
  CountedInput(std::string_view bytes, const Cuts& cuts)
      : pieces_(bytes, cuts) {}
  bool Next(const char** data, size_t* size_bytes) override {
    return pieces_.Next(data, size_bytes);
  }
  void Release() override { ++releases; }

  int releases = 0;

 private:
  PieceSource pieces_;
};

TEST(ParsedMessageTest, ReadsByAConstantLayout) {
  const std::string bytes = Sample();
  ParsedMessage parsed(kItem);
  ASSERT_TRUE(parsed.Parse(bytes.data(), bytes.size())) << parsed.ErrorText();
  const MessageRef item = parsed.message();
  EXPECT_EQ(item.GetString(Field(1)), "an id");
  EXPECT_EQ(item.GetMap(Field(2)).size(), 2u);
  EXPECT_EQ(item.GetMap(Field(2)).Find("second")->GetValueString(), "two");
  EXPECT_FALSE(item.GetMap(Field(2)).Find("third").has_value());
  EXPECT_EQ(item.GetNumbers<uint64_t>(Field(3))[1], 8u);
  EXPECT_EQ(item.GetMessage(Field(4)).GetString(Field(1)), "inner");
  EXPECT_FALSE(item.GetMessage(Field(4)).Has(Field(4)));
  EXPECT_EQ(item.GetNumber<int32_t>(Field(5)), 77);
}

TEST(ParsedMessageTest, StringsPointIntoTheInput) {
  const std::string bytes = Sample();
  ParsedMessage parsed(kItem);
  ASSERT_TRUE(parsed.Parse(bytes.data(), bytes.size()));
  const MessageRef item = parsed.message();
  EXPECT_TRUE(IsInside(item.GetString(Field(1)), bytes));
  for (const EntryRef entry : item.GetMap(Field(2))) {
    EXPECT_TRUE(IsInside(entry.GetKeyString(), bytes));
    EXPECT_TRUE(IsInside(entry.GetValueString(), bytes));
  }
  EXPECT_TRUE(IsInside(item.GetMessage(Field(4)).GetString(Field(1)), bytes));
  EXPECT_EQ(parsed.pinned_bytes(), bytes.size());
}

// Also in the last bytes, which the reader sees in a buffer of its own.
TEST(ParsedMessageTest, OnlyStringsAcrossABorderAreCopied) {
  const std::string id = "0123456789";
  const std::string bytes = Wire("5:VARINT v1 1:LEN {\"" + id + "\"}");
  const size_t id_begin = bytes.size() - id.size();
  for (size_t cut = 1; cut < bytes.size(); ++cut) {
    const std::string one = bytes.substr(0, cut);
    const std::string two = bytes.substr(cut);
    struct Two final : HeldInput {
      bool Next(const char** data, size_t* size_bytes) override {
        if (next == 2) return false;
        *data = pieces[next].data();
        *size_bytes = pieces[next++].size();
        return true;
      }
      void Release() override {}
      std::string_view pieces[2];
      int next = 0;
    } input;
    input.pieces[0] = one;
    input.pieces[1] = two;
    ParsedMessage parsed(kItem);
    ASSERT_TRUE(parsed.Parse(&input)) << parsed.ErrorText();
    const std::string_view read = parsed.message().GetString(Field(1));
    EXPECT_EQ(read, id);
    const bool in_place = IsInside(read, one) || IsInside(read, two);
    EXPECT_EQ(in_place, cut <= id_begin) << "cut at " << cut;
  }
}

TEST(ParsedMessageTest, PackedFixedValuesAreReadInPlaceIfAligned) {
  const std::string packed = Wire("5:VARINT v1 3:LEN { i64:1 i64:2 i64:3 }") +
                             Wire("1:LEN {\"behind all that is read\"}");
  int in_place = 0;
  for (size_t shift = 0; shift < 8; ++shift) {
    std::vector<uint64_t> memory(packed.size() / 8 + 3);
    char* const data = reinterpret_cast<char*>(memory.data()) + shift;
    std::memcpy(data, packed.data(), packed.size());
    ParsedMessage parsed(kItem);
    ASSERT_TRUE(parsed.Parse(data, packed.size()));
    const auto values = parsed.message().GetNumbers<uint64_t>(Field(3));
    EXPECT_EQ(std::vector<uint64_t>(values.begin(), values.end()),
              (std::vector<uint64_t>{1, 2, 3}));
    const auto* const begin = reinterpret_cast<const char*>(values.data());
    if (begin > data && begin < data + packed.size()) ++in_place;
  }
  EXPECT_EQ(in_place, 1);
}

TEST(ParsedMessageTest, AllocatesNothingTheSecondTime) {
  if (!backwire::testing::AllocationsAreCounted()) {
    GTEST_SKIP() << "nothing is counted";
  }
  std::string bytes = Sample();
  for (int i = 0; i < 10; ++i) bytes += bytes;
  ParsedMessage parsed(kItem);
  bool ok = parsed.Parse(bytes.data(), bytes.size());
  EXPECT_EQ(backwire::testing::CountAllocations(
                [&] { ok = parsed.Parse(bytes.data(), bytes.size()) && ok; }),
            0u);
  EXPECT_TRUE(ok);
}

TEST(ParsedMessageTest, ReleasesItsInputOnce) {
  const std::string bytes = Sample();
  CountedInput first(bytes, EveryBytes(bytes.size(), 7));
  CountedInput second(bytes, {});
  CountedInput bad("\xff", {});
  {
    ParsedMessage parsed(kItem);
    ASSERT_TRUE(parsed.Parse(&first));
    EXPECT_EQ(first.releases, 0);
    EXPECT_EQ(parsed.pinned_bytes(), bytes.size());
    ASSERT_TRUE(parsed.Parse(&second));
    EXPECT_EQ(first.releases, 1);
    ParsedMessage moved = std::move(parsed);
    EXPECT_EQ(second.releases, 0);
    EXPECT_EQ(moved.message().GetString(Field(1)), "an id");
    EXPECT_FALSE(moved.Parse(&bad));
    EXPECT_EQ(second.releases, 1);
    EXPECT_EQ(bad.releases, 1);
    EXPECT_EQ(moved.pinned_bytes(), 0u);
  }
  EXPECT_EQ(first.releases + second.releases + bad.releases, 3);
}

TEST(ParsedMessageTest, SaysWhatIsWrongAndIsEmptyThen) {
  ParsedMessage parsed(kItem);
  const std::string good = Sample();
  ASSERT_TRUE(parsed.Parse(good.data(), good.size()));
  const std::string bad = Wire("5:VARINT v1 4:LEN { 1:LEN { ff } }");
  EXPECT_FALSE(parsed.Parse(bad.data(), bad.size()));
  EXPECT_EQ(parsed.error().kind, wire::DecodeErrorKind::kInvalidUtf8);
  EXPECT_EQ(parsed.ErrorText(),
            "test.Item: invalid UTF-8 in a string at byte 7, field 1");
  EXPECT_EQ(parsed.message().GetString(Field(1)), "");
  EXPECT_FALSE(parsed.message().Has(Field(5)));
}

TEST(ParsedMessageTest, RefusesWhatLacksARequiredField) {
  const std::string outer = Wire("1:LEN {\"x\"}");
  const std::string inner = Wire("5:VARINT v1 4:LEN {}");
  ParsedMessage parsed(kItem);
  for (const std::string& bytes : {outer, inner, std::string()}) {
    EXPECT_FALSE(parsed.Parse(bytes.data(), bytes.size()));
    EXPECT_EQ(parsed.error().kind, wire::DecodeErrorKind::kMissingRequired);
    EXPECT_EQ(parsed.error().field_number, 5u);
    EXPECT_TRUE(parsed.Parse(bytes.data(), bytes.size(), {false}));
  }
}

std::string Entry(int key, int value) {
  return Wire("2:LEN { 1:LEN {\"key " + std::to_string(key) + "\"} 2:LEN {\"" +
              std::to_string(value) + "\"} }");
}

// Small maps are searched, large ones have an index.
TEST(ParsedMessageTest, TheLastEntryOfAKeyWinsInMapsOfEverySize) {
  for (const int count : {1, 2, 15, 16, 17, 18, 33, 1000}) {
    std::string bytes = Wire("5:VARINT v1");
    for (int i = 0; i < count; ++i) bytes += Entry(i, i);
    for (int i = 0; i < count; i += 3) bytes += Entry(i, -i - 1);
    ParsedMessage parsed(kItem);
    ASSERT_TRUE(parsed.Parse(bytes.data(), bytes.size()));
    const MapRef map = parsed.message().GetMap(Field(2));
    ASSERT_EQ(map.size(), static_cast<size_t>(count));
    for (int i = 0; i < count; ++i) {
      const std::string key = "key " + std::to_string(i);
      EXPECT_EQ(map[static_cast<size_t>(i)].GetKeyString(), key);
      EXPECT_EQ(map.Find(key)->GetValueString(),
                std::to_string(i % 3 == 0 ? -i - 1 : i));
    }
    EXPECT_FALSE(map.Find("key").has_value());
  }
}

// A key of fewer than eight bytes has the next field's behind it.
TEST(ParsedMessageTest, ShortKeysAreComparedWithoutWhatFollows) {
  for (const std::string key : {"", "a", "1234567", "12345678", "123456789"}) {
    const std::string head = "2:LEN { 1:LEN {\"" + key + "\"} ";
    const std::string bytes =
        Wire("5:VARINT v1 " + head + "2:LEN {\"one\"} } " + head +
             "2:LEN {\"two and more\"} }") +
        Sample();
    ParsedMessage parsed(kItem);
    ASSERT_TRUE(parsed.Parse(bytes.data(), bytes.size()));
    const MapRef map = parsed.message().GetMap(Field(2));
    EXPECT_EQ(map.size(), 3u) << key;
    EXPECT_EQ(map.Find(key)->GetValueString(), "two and more");
  }
}

TEST(ParsedMessageTest, KeepsUnknownFieldsInOrder) {
  const std::string bytes =
      Wire("5:VARINT v1 9:VARINT v5/3 1:LEN {\"x\"} 8:LEN {\"raw\"}");
  ParsedMessage parsed(kItem);
  ASSERT_TRUE(parsed.Parse(bytes.data(), bytes.size()));
  const StringRange unknown = parsed.message().UnknownRecords();
  ASSERT_EQ(unknown.size(), 2u);
  EXPECT_EQ(unknown[0], Wire("9:VARINT v5/3"));
  EXPECT_EQ(unknown[1], Wire("8:LEN {\"raw\"}"));
  std::string encoded;
  parsed.message().AppendEncoded(/*deterministic=*/true, &encoded);
  EXPECT_EQ(encoded, Wire("1:LEN {\"x\"} 5:VARINT v1 9:VARINT v5 "
                          "8:LEN {\"raw\"}"));
}

TEST(ParsedMessageTest, ManyThreadsReadOneMessage) {
  std::string bytes = Sample();
  for (int i = 0; i < 100; ++i) bytes += Entry(i, i);
  ParsedMessage parsed(kItem);
  ASSERT_TRUE(parsed.Parse(bytes.data(), bytes.size()));
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([item = parsed.message()] {
      for (int j = 0; j < 100; ++j) {
        const std::string key = "key " + std::to_string(j);
        EXPECT_TRUE(item.GetMap(Field(2)).Find(key).has_value());
      }
      std::string encoded;
      item.AppendEncoded(/*deterministic=*/true, &encoded);
      EXPECT_FALSE(encoded.empty());
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace backwire::view
