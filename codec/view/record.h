// What stands in a record, and how it is read and written: records are raw
// bytes whose meaning is in their MessageLayout.
//
//   record := UnknownRanges* | values, presence bits, oneof cases
//   value  := number | StringRef | record* | ArrayRef (repeated and map fields)
#ifndef BACKWIRE_VIEW_RECORD_H_
#define BACKWIRE_VIEW_RECORD_H_

#include <cstdint>
#include <cstring>
#include <string_view>

#include "backwire/view/layout.h"
#include "backwire/wire/varint_mapping.h"

namespace backwire::view {

// A string in 12 bytes. It points into the received bytes, or into the arena
// where a string stands in several pieces of the input.
#pragma pack(push, 4)
struct StringRef {
  const char* data;
  uint32_t size;

  std::string_view view() const { return {data, size}; }
};
#pragma pack(pop)
static_assert(sizeof(StringRef) == 12 && alignof(StringRef) == 4);

// The elements of a repeated field, or the entries of a map.
struct ArrayRef {
  const char* data;
  uint32_t size;
  // While parsing, the elements there is room for; 0 for a packed field that is
  // read where it was received. Of a parsed map: see map_index.h.
  uint32_t capacity;
};
static_assert(sizeof(ArrayRef) == 16);

// Raw records, tags included, in the order of their arrival; never empty.
struct UnknownRanges {
  ArrayRef ranges;  // of StringRef
};

template <class T>
inline T Load(const char* record, uint32_t offset) {
  T value;
  std::memcpy(&value, record + offset, sizeof(T));
  return value;
}
template <class T>
inline void Store(char* record, uint32_t offset, T value) {
  std::memcpy(record + offset, &value, sizeof(T));
}

inline const ArrayRef& ArrayAt(const char* record, uint32_t offset) {
  return *reinterpret_cast<const ArrayRef*>(record + offset);
}
inline ArrayRef& ArrayAt(char* record, uint32_t offset) {
  return *reinterpret_cast<ArrayRef*>(record + offset);
}

// The place of the unknown fields in every record.
inline const UnknownRanges* UnknownOf(const char* record) {
  return Load<const UnknownRanges*>(record, 0);
}

// How the values of a VARINT kind stand in an array.
constexpr wire::VarintMapping MappingOf(FieldKind kind) {
  switch (kind) {
    case FieldKind::kInt64:
    case FieldKind::kUInt64:
      return wire::VarintMapping::kInt64;
    case FieldKind::kUInt32:
      return wire::VarintMapping::kUInt32;
    case FieldKind::kSInt32:
      return wire::VarintMapping::kSInt32;
    case FieldKind::kSInt64:
      return wire::VarintMapping::kSInt64;
    case FieldKind::kBool:
      return wire::VarintMapping::kBool;
    default:  // enums, too
      return wire::VarintMapping::kInt32;
  }
}

inline bool HasBit(const char* record, uint32_t bit) {
  return (static_cast<uint8_t>(record[bit / 8]) >> (bit % 8) & 1) != 0;
}
inline void SetBit(char* record, uint32_t bit) {
  record[bit / 8] = static_cast<char>(record[bit / 8] | 1 << (bit % 8));
}

inline bool HasAnyBit(const char* data, uint32_t size_bytes) {
  constexpr char kZero[8] = {};
  return std::memcmp(data, kZero, size_bytes) != 0;
}

// True if a singular field is present: see FieldShape.
inline bool IsPresent(const FieldLayout& field, const char* record) {
  if (field.shape == FieldShape::kOptional) {
    return HasBit(record, field.presence);
  }
  if (field.shape == FieldShape::kOneof) {
    return Load<uint32_t>(record, field.presence) == field.number;
  }
  if (IsString(field.kind)) {
    return Load<StringRef>(record, field.offset).size != 0;
  }
  return HasAnyBit(record + field.offset, ValueBytes(field.kind));
}

}  // namespace backwire::view

#endif  // BACKWIRE_VIEW_RECORD_H_
