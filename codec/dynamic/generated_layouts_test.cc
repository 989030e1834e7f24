// The layouts that the plugin has written as constants are those that are made
// from descriptors at run time. So what the differential tests show of the
// engine and the latter holds for generated views.

// The views of test schemas: which ones, the build says. In front of headers
// whose macros stock's code for the nasty ones does not compile with.
#include "generated_layouts.h"

#include <string>
#include <vector>

#include "backwire/dynamic/layouts.h"
#include "google/protobuf/descriptor.h"
#include "gtest/gtest.h"

namespace backwire {
namespace {

using ::google::protobuf::Descriptor;
using ::google::protobuf::DescriptorPool;
using view::FieldLayout;
using view::FieldShape;
using view::MessageLayout;

std::string DefaultTextOf(const FieldLayout& field) {
  return field.default_data == nullptr
             ? ""
             : std::string(field.default_data, field.default_size);
}

void ExpectSameEnum(const view::EnumLayout& made,
                    const view::EnumLayout& expected) {
  EXPECT_EQ(made.first, expected.first);
  EXPECT_EQ(made.range_count, expected.range_count);
  const std::vector<int32_t> numbers(made.numbers,
                                     made.numbers + made.number_count);
  EXPECT_EQ(numbers,
            std::vector<int32_t>(expected.numbers,
                                 expected.numbers + expected.number_count));
}

void ExpectSameField(const FieldLayout& made, const FieldLayout& expected);

void ExpectSameSub(const FieldLayout& made, const FieldLayout& expected) {
  ASSERT_EQ(made.sub == nullptr, expected.sub == nullptr);
  if (made.sub == nullptr) return;
  if (made.shape == FieldShape::kMap) {
    ASSERT_NE(made.sub->map, nullptr);
    ExpectSameField(made.sub->map->key, expected.sub->map->key);
    ExpectSameField(made.sub->map->value, expected.sub->map->value);
    EXPECT_EQ(made.sub->map->entry_bytes, expected.sub->map->entry_bytes);
  } else if (view::IsMessage(made.kind)) {
    EXPECT_STREQ(view::SubMessage(made).full_name,
                 view::SubMessage(expected).full_name);
  } else {
    ASSERT_NE(made.sub->closed_enum, nullptr);
    ExpectSameEnum(*made.sub->closed_enum, *expected.sub->closed_enum);
  }
}

void ExpectSameField(const FieldLayout& made, const FieldLayout& expected) {
  SCOPED_TRACE("field " + std::to_string(expected.number));
  EXPECT_EQ(made.number, expected.number);
  EXPECT_EQ(made.tag, expected.tag);
  EXPECT_EQ(made.offset, expected.offset);
  EXPECT_EQ(made.presence, expected.presence);
  EXPECT_EQ(made.kind, expected.kind);
  EXPECT_EQ(made.shape, expected.shape);
  EXPECT_EQ(made.flags, expected.flags);
  EXPECT_EQ(made.parser, expected.parser);
  EXPECT_EQ(made.default_bits, expected.default_bits);
  EXPECT_EQ(DefaultTextOf(made), DefaultTextOf(expected));
  ExpectSameSub(made, expected);
}

void ExpectSameLayout(const MessageLayout& made,
                      const MessageLayout& expected) {
  ASSERT_EQ(made.field_count, expected.field_count);
  for (uint32_t i = 0; i < made.field_count; ++i) {
    ExpectSameField(made.fields[i], expected.fields[i]);
  }
  EXPECT_EQ(std::vector<uint16_t>(made.dense, made.dense + made.dense_count),
            std::vector<uint16_t>(expected.dense,
                                  expected.dense + expected.dense_count));
  EXPECT_EQ(made.record_bytes, expected.record_bytes);
  EXPECT_EQ(std::string(made.empty_record, made.record_bytes),
            std::string(made.record_bytes, '\0'));
  EXPECT_EQ(reinterpret_cast<uintptr_t>(made.empty_record) % 8, 0u);
  // What only extensions reach, constants have to expect of all.
  EXPECT_EQ(expected.flags & ~made.flags, 0u);
}

int g_constant_layouts = 0;
int g_exact_flags = 0;

void CheckType(const MessageLayout& made) {
  SCOPED_TRACE(made.full_name);
  const Descriptor* const type =
      DescriptorPool::generated_pool()->FindMessageTypeByName(made.full_name);
  // Lite messages have none.
  if (type == nullptr) return;
  const MessageLayout& expected = *dynamic::LayoutOfLinkedType(type);
  if (&made == &expected) {
    EXPECT_GT(type->extension_range_count(), 0);
    return;
  }
  ExpectSameLayout(made, expected);
  ++g_constant_layouts;
  if (made.flags == expected.flags) ++g_exact_flags;
}

TEST(GeneratedLayoutsTest, EqualThoseOfDescriptors) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#define BACKWIRE_CHECK_TYPE(type) CheckType(*LayoutOf<type>::Get());
  BACKWIRE_TEST_VIEWS(BACKWIRE_CHECK_TYPE)
#undef BACKWIRE_CHECK_TYPE
#pragma GCC diagnostic pop
  EXPECT_GE(g_constant_layouts, BACKWIRE_MIN_VIEWS);
  // Those whose messages cannot be extended, at any depth.
  EXPECT_GE(g_exact_flags, BACKWIRE_MIN_VIEWS * 9 / 10);
}

}  // namespace
}  // namespace backwire
