#include "backwire/registry/type_table.h"

#include <gtest/gtest.h>

#include <string>
#include <typeinfo>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

namespace backwire {
namespace {

template <int kNumber>
struct Type {};

// TypeCodecs of kCount different types, named "t0", "t1", …
class Codecs {
 public:
  template <int... kNumbers>
  explicit Codecs(std::integer_sequence<int, kNumbers...>) {
    names_.reserve(sizeof...(kNumbers));
    codecs_.reserve(sizeof...(kNumbers));
    // Not a fold over a thousand, which is too deep for clang.
    for (const std::type_info* type : {&typeid(Type<kNumbers>)...}) Add(*type);
  }

  std::vector<const TypeCodec*> pointers() const {
    std::vector<const TypeCodec*> pointers;
    for (const TypeCodec& codec : codecs_) pointers.push_back(&codec);
    return pointers;
  }
  const std::vector<TypeCodec>& codecs() const { return codecs_; }

 private:
  void Add(const std::type_info& type) {
    names_.push_back(absl::StrCat("t", names_.size()));
    codecs_.push_back(
        {&type, names_.back().c_str(), nullptr, false, nullptr, nullptr});
  }

  std::vector<std::string> names_;
  std::vector<TypeCodec> codecs_;
};

template <int kCount>
Codecs MakeCodecs() {
  return Codecs(std::make_integer_sequence<int, kCount>());
}

TEST(TypeTableTest, AnEmptyTableFindsNothing) {
  const TypeTable table({});
  EXPECT_EQ(table.Find(typeid(Type<0>)), nullptr);
  EXPECT_TRUE(table.entries().empty());
}

template <int kCount>
void ExpectFindsAll() {
  const Codecs codecs = MakeCodecs<kCount>();
  const TypeTable table(codecs.pointers());
  for (const TypeCodec& codec : codecs.codecs()) {
    const TypeEntry* const entry = table.Find(*codec.type);
    ASSERT_NE(entry, nullptr) << codec.full_name;
    EXPECT_EQ(entry->codec, &codec);
  }
  EXPECT_EQ(table.Find(typeid(Type<kCount>)), nullptr);
  EXPECT_EQ(table.Find(typeid(int)), nullptr);
  EXPECT_EQ(table.entries().size(), kCount);
}

TEST(TypeTableTest, FindsOneType) { ExpectFindsAll<1>(); }
TEST(TypeTableTest, FindsAsManyTypesAsTheSmallestTableTakes) {
  ExpectFindsAll<4>();
}
TEST(TypeTableTest, FindsOneTypeMoreThanThat) { ExpectFindsAll<5>(); }
TEST(TypeTableTest, FindsManyTypes) { ExpectFindsAll<1000>(); }

TEST(TypeTableTest, EntriesStandAndAreNumberedInOrderOfTheirNames) {
  const Codecs codecs = MakeCodecs<12>();
  const TypeTable table(codecs.pointers());
  std::vector<std::string> names;
  for (const TypeEntry* entry : table.entries()) {
    EXPECT_EQ(entry->number, names.size());
    names.emplace_back(entry->codec->full_name);
  }
  EXPECT_EQ(table.number_of_others(), names.size());
  EXPECT_EQ(names,
            (std::vector<std::string>{"t0", "t1", "t10", "t11", "t2", "t3",
                                      "t4", "t5", "t6", "t7", "t8", "t9"}));
}

TEST(TypeEntryTest, SizeHintRisesAtOnce) {
  TypeEntry entry;
  entry.RecordSize(1000);
  EXPECT_EQ(entry.size_hint_bytes.load(), 1000);
  entry.RecordSize(500'000);
  EXPECT_EQ(entry.size_hint_bytes.load(), 500'000);
}

TEST(TypeEntryTest, SizeHintFallsSlowly) {
  TypeEntry entry;
  entry.RecordSize(64'000);
  entry.RecordSize(0);
  EXPECT_EQ(entry.size_hint_bytes.load(), 63'000);
  for (int i = 0; i < 100; ++i) entry.RecordSize(0);
  EXPECT_LT(entry.size_hint_bytes.load(), 64'000 / 4);
}

TEST(TypeEntryTest, SizeHintReachesTheNewSize) {
  TypeEntry entry;
  entry.RecordSize(1'000'000);
  for (int i = 0; i < 2000; ++i) entry.RecordSize(100);
  EXPECT_GE(entry.size_hint_bytes.load(), 100);
  // What is left costs no block more.
  EXPECT_LT(entry.size_hint_bytes.load(), 100 + 64);
}

TEST(TypeEntryTest, SizeHintIsCutAtItsTypesLimit) {
  TypeEntry entry;
  entry.RecordSize(size_t{5} << 32);
  EXPECT_EQ(entry.size_hint_bytes.load(), 0xffffffff);
}

}  // namespace
}  // namespace backwire
