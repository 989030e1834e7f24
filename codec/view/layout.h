// How a message lies in memory once it has been parsed into a view: the record
// of one message, and for each field what it is and where it stands.
//
// A layout is plain data, so generated code can hold it as constants and
// codec/dynamic can make it at run time; one engine (parse.h, encode.h,
// message_ref.h) serves both. Grammar of the parts:
//
//   MessageLayout := FieldLayout*          in rising order of field numbers
//   FieldLayout   := ... SubLayout?        messages, groups, maps, closed enums
//   SubLayout     := MessageLayout | MapLayout | EnumLayout
//   MapLayout     := FieldLayout FieldLayout    key and value of an entry
#ifndef BACKWIRE_VIEW_LAYOUT_H_
#define BACKWIRE_VIEW_LAYOUT_H_

#include <cstddef>
#include <cstdint>

#include "backwire/wire/port.h"
#include "backwire/wire/wire_format.h"

namespace backwire::view {

// What a value is on the wire and in a record.
enum class FieldKind : uint8_t {
  kInt32,
  kInt64,
  kUInt32,
  kUInt64,
  kSInt32,
  kSInt64,
  kBool,
  kEnum,        // keeps numbers that have no name
  kClosedEnum,  // does not: they go to the unknown fields
  kFixed32,
  kSFixed32,
  kFloat,
  kFixed64,
  kSFixed64,
  kDouble,
  kText,   // checked to be UTF-8
  kBytes,  // not checked: bytes, and strings of proto2
  kMessage,
  kGroup,
};
inline constexpr size_t kFieldKinds = 19;

enum class FieldShape : uint8_t {
  kImplicit,  // one value, present unless its bits are all zero
  kOptional,  // one value with a bit that says whether it is present
  kOneof,     // a member of a oneof
  kRepeated,
  kMap,
};

// Bits of FieldLayout::flags.
inline constexpr uint8_t kPacked = 1;    // written in the packed form
inline constexpr uint8_t kRequired = 2;  // a message without it is refused

struct SubLayout;

struct FieldLayout {
  uint32_t number;
  // What the field is expected under; other forms of it are found, too.
  uint32_t tag;
  // Of the value in the record, in bytes; oneof members share one place.
  uint32_t offset;
  // kOptional: the bit in the record. kOneof: the byte offset of the 32 bits
  // that hold the number of the member that is set. Else a bit nobody reads.
  uint32_t presence;
  FieldKind kind;
  FieldShape shape;
  uint8_t flags;
  uint8_t parser;  // an index, by ParserOf()
  // What an absent field reads as: the bits of a number, or the bytes of a
  // string.
  uint32_t default_size;
  uint64_t default_bits;
  const char* default_data;
  // Messages, groups, maps and closed enums; else nullptr.
  const SubLayout* sub;
};

// The numbers of a closed enum, rising; `range_count` of them, which follow
// each other from `first` on, are found at once.
struct EnumLayout {
  int32_t first;
  uint32_t range_count;
  const int32_t* numbers;
  uint32_t number_count;

  bool Contains(int32_t value) const {
    const uint32_t index =
        static_cast<uint32_t>(value) - static_cast<uint32_t>(first);
    return BACKWIRE_LIKELY(index < range_count) || Search(value);
  }

 private:
  bool Search(int32_t value) const {
    for (uint32_t low = 0, high = number_count; low < high;) {
      const uint32_t middle = low + (high - low) / 2;
      if (numbers[middle] == value) return true;
      if (numbers[middle] < value) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return false;
  }
};

// Entries stand behind each other, `entry_bytes` apart; the offsets of `key`
// and `value` count from the entry's start. A message value is a pointer.
struct MapLayout {
  FieldLayout key;
  FieldLayout value;
  uint32_t entry_bytes;
};

// Bits of MessageLayout::flags.
inline constexpr uint32_t kReachesRequired = 1;  // it, or a message below it
inline constexpr uint32_t kReachesMap = 2;
// Its wire form is that of message_set.h. Of it alone.
inline constexpr uint32_t kMessageSet = 4;

struct MessageLayout {
  const FieldLayout* fields;
  uint32_t field_count;
  // dense[number] is 1 + the field's index, or 0, for numbers below
  // dense_count.
  uint32_t dense_count;
  const uint16_t* dense;
  // A multiple of 8.
  uint32_t record_bytes;
  uint32_t flags;
  // `record_bytes` zero bytes, aligned to 8.
  const char* empty_record;
  const char* full_name;
  // The Descriptor that the layout was made from, if it was.
  const void* descriptor;

  // nullptr if there is no field of that number.
  const FieldLayout* Find(uint32_t number) const {
    if (BACKWIRE_LIKELY(number < dense_count)) {
      const uint32_t index = dense[number];
      return BACKWIRE_LIKELY(index != 0) ? fields + (index - 1) : nullptr;
    }
    return FindSparse(number);
  }

 private:
  const FieldLayout* FindSparse(uint32_t number) const {
    for (uint32_t low = 0, high = field_count; low < high;) {
      const uint32_t middle = low + (high - low) / 2;
      if (fields[middle].number == number) return fields + middle;
      if (fields[middle].number < number) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return nullptr;
  }
};

struct SubLayout {
  const MessageLayout* message;
  // Gives the layout instead of `message`, where no constant can: for messages
  // whose file the plugin did not run on. Thread-safe, always the same.
  const MessageLayout* (*foreign_message)();
  const MapLayout* map;
  const EnumLayout* closed_enum;
};

// The layout of a field's message.
inline const MessageLayout& SubMessage(const FieldLayout& field) {
  const SubLayout& sub = *field.sub;
  return BACKWIRE_LIKELY(sub.message != nullptr) ? *sub.message
                                                 : *sub.foreign_message();
}

constexpr bool IsString(FieldKind kind) {
  return kind == FieldKind::kText || kind == FieldKind::kBytes;
}
constexpr bool IsMessage(FieldKind kind) {
  return kind == FieldKind::kMessage || kind == FieldKind::kGroup;
}
// Can be repeated in the packed form.
constexpr bool IsNumber(FieldKind kind) { return kind < FieldKind::kText; }
constexpr bool IsSingular(FieldShape shape) {
  return shape < FieldShape::kRepeated;
}

constexpr wire::WireType WireTypeOf(FieldKind kind) {
  if (kind <= FieldKind::kClosedEnum) return wire::kVarint;
  if (kind <= FieldKind::kFloat) return wire::kI32;
  if (kind <= FieldKind::kDouble) return wire::kI64;
  return kind == FieldKind::kGroup ? wire::kSGroup : wire::kLen;
}

// The bytes that one value takes in a record or an array.
constexpr uint32_t ValueBytes(FieldKind kind) {
  switch (kind) {
    case FieldKind::kBool:
      return 1;
    case FieldKind::kInt32:
    case FieldKind::kUInt32:
    case FieldKind::kSInt32:
    case FieldKind::kEnum:
    case FieldKind::kClosedEnum:
    case FieldKind::kFixed32:
    case FieldKind::kSFixed32:
    case FieldKind::kFloat:
      return 4;
    case FieldKind::kText:
    case FieldKind::kBytes:
      return 12;  // StringRef
    case FieldKind::kInt64:
    case FieldKind::kUInt64:
    case FieldKind::kSInt64:
    case FieldKind::kFixed64:
    case FieldKind::kSFixed64:
    case FieldKind::kDouble:
    case FieldKind::kMessage:
    case FieldKind::kGroup:
      return 8;
  }
  return 0;
}

// A power of two. Strings need 4 only.
constexpr uint32_t ValueAlignment(FieldKind kind) {
  return IsString(kind) ? 4 : ValueBytes(kind);
}

// The routine that reads the field in its expected form, as an index of the
// engine's table: four groups of one routine for each kind, then maps.
constexpr uint8_t ParserOf(FieldKind kind, FieldShape shape, uint8_t flags) {
  uint8_t group = 0;
  if (shape == FieldShape::kOneof) group = 1;
  if (shape == FieldShape::kRepeated) group = (flags & kPacked) != 0 ? 3 : 2;
  return static_cast<uint8_t>(group * kFieldKinds + static_cast<size_t>(kind));
}
inline constexpr uint8_t kParseMap = 4 * kFieldKinds;
inline constexpr uint8_t kParseStringMap = kParseMap + 1;
constexpr uint8_t MapParserOf(FieldKind key, FieldKind value) {
  return IsString(key) && IsString(value) ? kParseStringMap : kParseMap;
}

// Makes tag and parser of a field whose number, kind, shape and flags are set.
constexpr void CompleteField(FieldLayout* field) {
  const bool packed = (field->flags & kPacked) != 0;
  const bool is_len = packed || field->shape == FieldShape::kMap;
  field->tag = wire::MakeTag(field->number,
                             is_len ? wire::kLen : WireTypeOf(field->kind));
  field->parser = ParserOf(field->kind, field->shape, field->flags);
}

}  // namespace backwire::view

#endif  // BACKWIRE_VIEW_LAYOUT_H_
