// How generated code writes layouts as constants: its plugin has planned the
// places (layout_plan.h), the rest follows here from kind and shape.
#ifndef BACKWIRE_VIEW_LAYOUT_CONSTANTS_H_
#define BACKWIRE_VIEW_LAYOUT_CONSTANTS_H_

#include <cstddef>
#include <cstdint>

#include "backwire/view/layout.h"

namespace backwire::view {

// What an absent field reads as.
struct DefaultValue {
  uint64_t bits;
  const char* data;
  uint32_t size;
};

// The bits of a number.
constexpr DefaultValue DefaultBits(uint64_t bits) { return {bits, "", 0}; }
// A string literal, which may hold zero bytes.
template <size_t kSize>
constexpr DefaultValue DefaultText(const char (&text)[kSize]) {
  return {0, text, kSize - 1};
}

// Any field but a map.
constexpr FieldLayout MakeField(uint32_t number, uint32_t offset,
                                uint32_t presence, FieldKind kind,
                                FieldShape shape, uint8_t flags = 0,
                                const SubLayout* sub = nullptr,
                                DefaultValue value = DefaultBits(0)) {
  FieldLayout field = {};
  field.number = number;
  field.offset = offset;
  field.presence = presence;
  field.kind = kind;
  field.shape = shape;
  field.flags = flags;
  field.default_size = value.size;
  field.default_bits = value.bits;
  field.default_data = value.data;
  field.sub = sub;
  CompleteField(&field);
  return field;
}

constexpr FieldLayout MakeMapField(uint32_t number, uint32_t offset,
                                   uint32_t presence, FieldKind key,
                                   FieldKind value, const SubLayout* sub) {
  FieldLayout field = MakeField(number, offset, presence, FieldKind::kMessage,
                                FieldShape::kMap, 0, sub);
  field.parser = MapParserOf(key, value);
  return field;
}

constexpr MapLayout MakeMap(FieldKind key, uint32_t key_offset, FieldKind value,
                            uint32_t value_offset, uint32_t entry_bytes,
                            const SubLayout* value_sub = nullptr) {
  return {
      MakeField(1, key_offset, 0, key, FieldShape::kImplicit),
      MakeField(2, value_offset, 0, value, FieldShape::kImplicit, 0, value_sub),
      entry_bytes};
}

}  // namespace backwire::view

#endif  // BACKWIRE_VIEW_LAYOUT_CONSTANTS_H_
