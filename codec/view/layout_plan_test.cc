#include "backwire/view/layout_plan.h"

#include <limits>
#include <vector>

#include "backwire/view/record.h"
#include "gtest/gtest.h"

namespace backwire::view {
namespace {

PlannedField FieldOf(uint32_t number, FieldKind kind, FieldShape shape,
                     int oneof = -1) {
  PlannedField field = {};
  field.layout.number = number;
  field.layout.kind = kind;
  field.layout.shape = shape;
  field.oneof = oneof;
  return field;
}

TEST(LayoutPlanTest, PlacesOfARecordAreApartAndAligned) {
  std::vector<PlannedField> fields;
  for (uint32_t i = 0; i < kFieldKinds; ++i) {
    const auto kind = static_cast<FieldKind>(i);
    fields.push_back(FieldOf(10 * i + 1, kind, FieldShape::kImplicit));
    fields.push_back(FieldOf(10 * i + 2, kind, FieldShape::kOptional));
    fields.push_back(FieldOf(10 * i + 3, kind, FieldShape::kRepeated));
  }
  const uint32_t bytes = PlanRecord(&fields);
  EXPECT_EQ(bytes % 8, 0u);
  std::vector<int> users(bytes, 0);
  for (uint32_t i = 0; i < sizeof(void*); ++i) ++users[i];
  for (const PlannedField& field : fields) {
    const FieldLayout& layout = field.layout;
    const bool singular = IsSingular(layout.shape);
    const uint32_t size = singular ? ValueBytes(layout.kind) : sizeof(ArrayRef);
    const uint32_t alignment = singular ? ValueAlignment(layout.kind) : 8;
    EXPECT_EQ(layout.offset % alignment, 0u) << layout.number;
    ASSERT_LE(layout.offset + size, bytes);
    for (uint32_t at = 0; at < size; ++at) ++users[layout.offset + at];
  }
  for (const PlannedField& field : fields) {
    ASSERT_LT(field.layout.presence / 8, bytes);
    EXPECT_EQ(users[field.layout.presence / 8], 0) << "a bit inside of a value";
  }
  for (const int count : users) EXPECT_LE(count, 1);
}

TEST(LayoutPlanTest, OptionalFieldsHaveBitsOfTheirOwn) {
  std::vector<PlannedField> fields;
  for (uint32_t i = 1; i <= 20; ++i) {
    fields.push_back(FieldOf(i, FieldKind::kBool, FieldShape::kOptional));
  }
  fields.push_back(FieldOf(21, FieldKind::kBool, FieldShape::kImplicit));
  PlanRecord(&fields);
  for (size_t i = 0; i < fields.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      EXPECT_NE(fields[i].layout.presence, fields[j].layout.presence);
    }
  }
}

TEST(LayoutPlanTest, MembersOfAOneofShareTheirPlace) {
  std::vector<PlannedField> fields = {
      FieldOf(1, FieldKind::kInt32, FieldShape::kOneof, 0),
      FieldOf(2, FieldKind::kText, FieldShape::kOneof, 0),
      FieldOf(3, FieldKind::kMessage, FieldShape::kOneof, 0),
      FieldOf(4, FieldKind::kInt32, FieldShape::kOneof, 1)};
  PlanRecord(&fields);
  EXPECT_EQ(fields[0].layout.offset, fields[1].layout.offset);
  EXPECT_EQ(fields[0].layout.offset, fields[2].layout.offset);
  EXPECT_EQ(fields[0].layout.presence, fields[2].layout.presence);
  EXPECT_NE(fields[0].layout.offset, fields[3].layout.offset);
  EXPECT_NE(fields[0].layout.presence, fields[3].layout.presence);
}

TEST(LayoutPlanTest, AOneofOfOneKindHasAPlaceOfItsOwn) {
  for (uint32_t i = 0; i < kFieldKinds; ++i) {
    const auto kind = static_cast<FieldKind>(i);
    std::vector<PlannedField> fields = {
        FieldOf(1, kind, FieldShape::kOneof, 0),
        FieldOf(2, kind, FieldShape::kOneof, 0),
        FieldOf(3, FieldKind::kBool, FieldShape::kImplicit)};
    const uint32_t bytes = PlanRecord(&fields);
    const FieldLayout& member = fields[0].layout;
    std::vector<int> users(bytes, 0);
    const auto take = [&users](uint32_t offset, uint32_t size) {
      for (uint32_t at = 0; at < size; ++at) ++users.at(offset + at);
    };
    take(0, sizeof(void*));  // the unknown fields
    take(member.offset, ValueBytes(kind));
    take(member.presence, 4);
    take(fields[2].layout.offset, 1);
    for (const int count : users) EXPECT_LE(count, 1) << "kind " << i;
    EXPECT_EQ(member.offset, fields[1].layout.offset);
  }
}

TEST(LayoutPlanTest, AnEntryOfTwoStringsTakes24Bytes) {
  MapLayout map = {};
  map.key.kind = FieldKind::kText;
  map.value.kind = FieldKind::kText;
  PlanMapEntry(&map);
  EXPECT_EQ(map.entry_bytes, 24u);
  EXPECT_EQ(map.key.offset, 0u);
  EXPECT_EQ(map.value.offset, 12u);
}

TEST(LayoutPlanTest, EnumsKnowTheirNumbers) {
  std::vector<int32_t> numbers = {5,
                                  6,
                                  7,
                                  -7,
                                  1000000,
                                  7,
                                  std::numeric_limits<int32_t>::min(),
                                  std::numeric_limits<int32_t>::max()};
  const EnumLayout layout = PlanEnum(&numbers);
  EXPECT_EQ(layout.first, 5);
  EXPECT_EQ(layout.range_count, 3u);
  for (const int32_t number : numbers) EXPECT_TRUE(layout.Contains(number));
  for (const int32_t number : {0, 4, 8, -6, -8, 999999, 1000001}) {
    EXPECT_FALSE(layout.Contains(number)) << number;
  }
  std::vector<int32_t> none;
  EXPECT_FALSE(PlanEnum(&none).Contains(0));
}

TEST(LayoutPlanTest, LookupFindsDenseAndSparseNumbers) {
  std::vector<PlannedField> fields;
  for (const uint32_t number : {1, 2, 15, 60, 1023, 1024, 536870911}) {
    fields.push_back(FieldOf(number, FieldKind::kInt32, FieldShape::kOptional));
  }
  PlanRecord(&fields);
  const std::vector<uint16_t> dense = PlanDense(fields);
  EXPECT_EQ(dense.size(), 61u);
  std::vector<FieldLayout> layouts;
  for (const PlannedField& field : fields) layouts.push_back(field.layout);
  MessageLayout message = {};
  message.fields = layouts.data();
  message.field_count = static_cast<uint32_t>(layouts.size());
  message.dense = dense.data();
  message.dense_count = static_cast<uint32_t>(dense.size());
  for (const FieldLayout& field : layouts) {
    EXPECT_EQ(message.Find(field.number), &field);
  }
  for (const uint32_t number : {0u, 3u, 59u, 61u, 1025u, 536870910u}) {
    EXPECT_EQ(message.Find(number), nullptr) << number;
  }
}

}  // namespace
}  // namespace backwire::view
