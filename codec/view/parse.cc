// Parsing of one record, and of all fields but maps. One routine for each kind
// and shape of field; the next record's tag is looked at where it mostly is the
// same, so that the elements of a repeated field stay in one loop.
#include <array>
#include <utility>

#include "backwire/compat/protobuf_version.h"
#include "backwire/view/message_set.h"
#include "backwire/view/parse_context.h"
#include "backwire/wire/packed_varint.h"
#include "backwire/wire/varint_mapping.h"

namespace backwire::view {
namespace {

using wire::WireReader;

// Stores the value of a VARINT field, narrowed as its type wants it.
template <FieldKind kKind>
inline void StoreVarint(char* to, uint64_t wire_value) {
  if constexpr (kKind == FieldKind::kBool) {
    *to = wire_value != 0 ? 1 : 0;
  } else if constexpr (kKind == FieldKind::kSInt32) {
    Store(to, 0, wire::ZigZagDecode32(static_cast<uint32_t>(wire_value)));
  } else if constexpr (kKind == FieldKind::kSInt64) {
    Store(to, 0, wire::ZigZagDecode64(wire_value));
  } else if constexpr (ValueBytes(kKind) == 4) {
    Store(to, 0, static_cast<uint32_t>(wire_value));
  } else {
    Store(to, 0, wire_value);
  }
}

// Reads any value but a closed enum or a message.
template <FieldKind kKind>
inline const char* ReadValue(ParseContext& context, const char* ptr, char* to) {
  constexpr wire::WireType kWireType = WireTypeOf(kKind);
  if constexpr (kWireType == wire::kVarint) {
    uint64_t value = 0;
    ptr = context.reader().ReadVarint(ptr, &value);
    StoreVarint<kKind>(to, value);
    return ptr;
  } else if constexpr (kWireType != wire::kLen) {
    std::memcpy(to, ptr, ValueBytes(kKind));
    return ptr + ValueBytes(kKind);
  } else if constexpr (kKind == FieldKind::kText) {
    return context.ReadText(ptr, reinterpret_cast<StringRef*>(to));
  } else {
    return context.ReadBytes(ptr, reinterpret_cast<StringRef*>(to));
  }
}

// Reads a closed enum. A number that has no name goes to the unknown fields, as
// the linked version keeps it; *known is false then.
inline const char* ReadClosedEnum(ParseContext& context, const char* ptr,
                                  const FieldLayout& field, char* record,
                                  int32_t* value, bool* known) {
  uint64_t wire_value = 0;
  ptr = context.reader().ReadVarint(ptr, &wire_value);
  if (BACKWIRE_UNLIKELY(ptr == nullptr)) return nullptr;
  *value = static_cast<int32_t>(wire_value);
  *known = field.sub->closed_enum->Contains(*value);
  if (BACKWIRE_UNLIKELY(!*known)) {
    context.AddUnknownVarint(record, field.number,
                             compat::kCutsUnknownEnums
                                 ? wire::Int32Mapping::ToWire(*value)
                                 : wire_value);
  }
  return ptr;
}

inline uint32_t& CaseOf(char* record, const FieldLayout& field) {
  return *reinterpret_cast<uint32_t*>(record + field.presence);
}

template <FieldKind kKind, bool kOneof>
const char* ParseMessageField(ParseContext& context, const char* ptr,
                              const FieldLayout& field, char* record) {
  const MessageLayout& layout = SubMessage(field);
  if constexpr (kOneof) {
    uint32_t& active = CaseOf(record, field);
    char* value = Load<char*>(record, field.offset);
    if (active != field.number || value == nullptr) {
      value = context.arena().AllocateZeroed(layout.record_bytes);
      Store(record, field.offset, value);
    }
    active = field.number;
    return ParseMessageAt(context, ptr, field, layout, value);
  } else {
    char* const value = MutableMessage(context, field, layout, record);
    return ParseMessageAt(context, ptr, field, layout, value);
  }
}

template <FieldKind kKind, bool kOneof>
const char* ParseSingular(ParseContext& context, const char* ptr,
                          const FieldLayout& field, char* record) {
  if constexpr (IsMessage(kKind)) {
    return ParseMessageField<kKind, kOneof>(context, ptr, field, record);
  } else {
    if constexpr (kKind == FieldKind::kClosedEnum) {
      int32_t value;
      bool known;
      ptr = ReadClosedEnum(context, ptr, field, record, &value, &known);
      if (ptr == nullptr || !known) return ptr;
      Store(record, field.offset, value);
    } else {
      ptr = ReadValue<kKind>(context, ptr, record + field.offset);
    }
    if constexpr (kOneof) {
      CaseOf(record, field) = field.number;
    } else {
      SetBit(record, field.presence);
    }
    return ptr;
  }
}

// The place of one more element at the end of *array.
inline char* AddElement(ParseContext& context, ArrayRef* array,
                        uint32_t element_bytes) {
  if (BACKWIRE_UNLIKELY(array->size >= array->capacity)) {
    context.arena().Grow(array, 1, element_bytes);
  }
  return const_cast<char*>(array->data) + size_t{array->size++} * element_bytes;
}

// Room for as many elements as there seem to come: all like the first one. In
// outer messages it may take half of the input's size, in deeper ones little,
// so that all levels together stay in proportion.
void ReserveMessages(ParseContext& context, const char* ptr, ArrayRef* array,
                     uint32_t element_bytes) {
  constexpr int kOuterLevels = 4;
  constexpr uint64_t kInnerBytes = 1024;
  WireReader& reader = context.reader();
  uint64_t first = 0;
  if (reader.ReadVarint(ptr, &first) == nullptr) return;
  if (reader.Left(ptr) <= 0) return;  // cut off
  const auto left = static_cast<uint64_t>(reader.Left(ptr));
  if (first > left) return;
  const uint64_t guess = left / (first + 2) + 1;
  const bool is_outer = reader.depth_left() > wire::kMaxDepth - kOuterLevels;
  const uint64_t most = (is_outer ? left / 2 : kInnerBytes) / element_bytes + 1;
  context.arena().Grow(array, static_cast<uint32_t>(std::min(guess, most)),
                       element_bytes);
}

template <FieldKind kKind>
const char* ParseRepeatedMessage(ParseContext& context, const char* ptr,
                                 const FieldLayout& field, char* record) {
  const MessageLayout& layout = SubMessage(field);
  ArrayRef& array = ArrayAt(record, field.offset);
  const uint32_t bytes = layout.record_bytes;
  if (kKind == FieldKind::kMessage && array.capacity == 0) {
    ReserveMessages(context, ptr, &array, bytes);
  }
  const uint32_t tag = wire::MakeTag(field.number, WireTypeOf(kKind));
  do {
    char* const element = AddElement(context, &array, bytes);
    std::memset(element, 0, bytes);
    ptr = ParseMessageAt(context, ptr, field, layout, element);
  } while (ptr != nullptr && context.reader().ConsumeTag(&ptr, tag));
  return ptr;
}

template <FieldKind kKind>
const char* ParseRepeated(ParseContext& context, const char* ptr,
                          const FieldLayout& field, char* record) {
  if constexpr (IsMessage(kKind)) {
    return ParseRepeatedMessage<kKind>(context, ptr, field, record);
  } else {
    constexpr uint32_t kBytes = ValueBytes(kKind);
    ArrayRef& array = ArrayAt(record, field.offset);
    const uint32_t tag = wire::MakeTag(field.number, WireTypeOf(kKind));
    do {
      if constexpr (kKind == FieldKind::kClosedEnum) {
        int32_t value;
        bool known;
        ptr = ReadClosedEnum(context, ptr, field, record, &value, &known);
        if (ptr == nullptr || !known) continue;
        Store(AddElement(context, &array, kBytes), 0, value);
      } else {
        ptr =
            ReadValue<kKind>(context, ptr, AddElement(context, &array, kBytes));
      }
    } while (ptr != nullptr && context.reader().ConsumeTag(&ptr, tag));
    context.arena().Trim(&array, kBytes);
    return ptr;
  }
}

// Reads all varints that lie wholly before the end of the piece and of the
// payload; at least one, or nullptr.
template <FieldKind kKind>
const char* ParseVarintRun(ParseContext& context, const char* ptr,
                           ArrayRef* array) {
  constexpr uint32_t kBytes = ValueBytes(kKind);
  const char* end = context.reader().limit_end();
  while (end > ptr && static_cast<signed char>(end[-1]) < 0) --end;
  if (end > ptr) {
    const wire::VarintKernels& kernels = wire::BestVarintKernels();
    const size_t count = kernels.count(ptr, end);
    if (array->capacity - array->size < count) {
      context.arena().Grow(array, static_cast<uint32_t>(count), kBytes);
    }
    char* const begin =
        const_cast<char*>(array->data) + size_t{array->size} * kBytes;
    void* values = begin;
    ptr = kernels.decode[static_cast<int>(MappingOf(kKind))](
        ptr, end, &values, begin + count * kBytes);
    array->size += static_cast<uint32_t>(count);
    if (BACKWIRE_LIKELY(ptr == end)) return ptr;
  }
  return ReadValue<kKind>(context, ptr, AddElement(context, array, kBytes));
}

const char* ParseClosedEnums(ParseContext& context, const char* ptr,
                             const FieldLayout& field, char* record,
                             ArrayRef* array) {
  while (!context.reader().Done(&ptr)) {
    int32_t value;
    bool known;
    ptr = ReadClosedEnum(context, ptr, field, record, &value, &known);
    if (ptr == nullptr) break;
    if (known) Store(AddElement(context, array, sizeof(value)), 0, value);
  }
  return ptr;
}

template <FieldKind kKind>
const char* ParsePackedVarints(ParseContext& context, const char* ptr,
                               const FieldLayout& field, char* record) {
  ArrayRef& array = ArrayAt(record, field.offset);
  ptr = context.reader().ReadPacked(ptr, [&](const char* p) {
    if constexpr (kKind == FieldKind::kClosedEnum) {
      return ParseClosedEnums(context, p, field, record, &array);
    } else {
      while (p != nullptr && !context.reader().Done(&p)) {
        p = ParseVarintRun<kKind>(context, p, &array);
      }
      return p;
    }
  });
  context.arena().Trim(&array, ValueBytes(kKind));
  return ptr;
}

// Read where it stands, if it is the field's only payload and aligned.
template <FieldKind kKind>
const char* ParsePackedFixed(ParseContext& context, const char* ptr,
                             const FieldLayout& field, char* record) {
  constexpr uint32_t kBytes = ValueBytes(kKind);
  WireReader& reader = context.reader();
  ArrayRef& array = ArrayAt(record, field.offset);
  size_t size_bytes;
  ptr = reader.ReadLength(ptr, &size_bytes);
  if (BACKWIRE_UNLIKELY(ptr == nullptr)) return nullptr;
  if (BACKWIRE_UNLIKELY(size_bytes % kBytes != 0)) {
    return reader.Fail(wire::DecodeErrorKind::kPackedSize, ptr);
  }
  if (size_bytes == 0) return ptr;
  const auto count = static_cast<uint32_t>(size_bytes / kBytes);
  if (array.size == 0 && reader.IsInPiece(ptr, size_bytes) &&
      reinterpret_cast<uintptr_t>(ptr) % kBytes == 0) {
    array = {ptr, count, 0};
    return ptr + size_bytes;
  }
  if (array.capacity < array.size || array.capacity - array.size < count) {
    context.arena().Grow(&array, count, kBytes);
  }
  char* const to = const_cast<char*>(array.data) + size_t{array.size} * kBytes;
  array.size += count;
  ptr = reader.CopyBytes(ptr, size_bytes, to);
  context.arena().Trim(&array, kBytes);
  return ptr;
}

template <FieldKind kKind>
const char* ParsePacked(ParseContext& context, const char* ptr,
                        const FieldLayout& field, char* record) {
  if constexpr (!IsNumber(kKind)) {
    return nullptr;  // no layout has such a field
  } else if constexpr (WireTypeOf(kKind) == wire::kVarint) {
    return ParsePackedVarints<kKind>(context, ptr, field, record);
  } else {
    return ParsePackedFixed<kKind>(context, ptr, field, record);
  }
}

// In the order of ParserOf().
template <size_t... kIndex>
constexpr auto MakeParsers(std::index_sequence<kIndex...>) {
  return std::array<FieldParser, 4 * kFieldKinds + 2>{
      ParseSingular<static_cast<FieldKind>(kIndex), false>...,
      ParseSingular<static_cast<FieldKind>(kIndex), true>...,
      ParseRepeated<static_cast<FieldKind>(kIndex)>...,
      ParsePacked<static_cast<FieldKind>(kIndex)>...,
      ParseMap,
      ParseStringMap};
}
constexpr auto kParsers = MakeParsers(std::make_index_sequence<kFieldKinds>());

template <size_t... kIndex>
const char* ParseValueOf(ParseContext& context, const char* ptr, FieldKind kind,
                         char* to, std::index_sequence<kIndex...>) {
  using Reader = const char* (*)(ParseContext&, const char*, char*);
  static constexpr Reader kReaders[] = {
      ReadValue<static_cast<FieldKind>(kIndex)>...};
  return kReaders[static_cast<size_t>(kind)](context, ptr, to);
}

// A repeated number in the form that is not the declared one: the parser of
// that form; else nullptr.
FieldParser OtherFormOf(const FieldLayout& field, uint32_t tag) {
  if (field.shape != FieldShape::kRepeated || !IsNumber(field.kind)) {
    return nullptr;
  }
  const auto kind = static_cast<size_t>(field.kind);
  if (wire::TypeOf(tag) == wire::kLen) return kParsers[3 * kFieldKinds + kind];
  if (wire::TypeOf(tag) == WireTypeOf(field.kind)) {
    return kParsers[2 * kFieldKinds + kind];
  }
  return nullptr;
}

}  // namespace

const char* ParseValue(ParseContext& context, const char* ptr, FieldKind kind,
                       char* to) {
  return ParseValueOf(
      context, ptr, kind, to,
      std::make_index_sequence<static_cast<size_t>(FieldKind::kMessage)>());
}

const char* ParseField(ParseContext& context, const char* ptr,
                       const FieldLayout& field, char* record) {
  return kParsers[field.parser](context, ptr, field, record);
}

const char* ParseRecord(ParseContext& context, const char* ptr,
                        const MessageLayout& layout, char* record) {
  WireReader& reader = context.reader();
  while (!reader.Done(&ptr)) {
    const char* const begin = ptr;
    uint32_t tag;
    ptr = reader.ReadTag(ptr, &tag);
    if (BACKWIRE_UNLIKELY(ptr == nullptr)) return nullptr;
    const FieldLayout* const field = layout.Find(wire::FieldNumber(tag));
    if (BACKWIRE_LIKELY(field != nullptr && field->tag == tag)) {
      ptr = kParsers[field->parser](context, ptr, *field, record);
    } else if (wire::TypeOf(tag) == wire::kEGroup) {
      reader.EndGroup(tag);
      return ptr;
    } else {
      ptr = ParseOther(context, ptr, tag, reader.OffsetBytes(begin), layout,
                       record);
    }
    if (BACKWIRE_UNLIKELY(ptr == nullptr)) return reader.FailedField(tag);
  }
  return ptr;
}

const char* ParseOther(ParseContext& context, const char* ptr, uint32_t tag,
                       uint64_t offset_bytes, const MessageLayout& layout,
                       char* record) {
  if ((layout.flags & kMessageSet) != 0) {
    return ParseSetRecord(context, ptr, tag, layout, record);
  }
  const FieldLayout* const field = layout.Find(wire::FieldNumber(tag));
  if (field != nullptr) {
    const FieldParser other = OtherFormOf(*field, tag);
    if (other != nullptr) return other(context, ptr, *field, record);
  }
  ptr = SkipRecord(context, ptr, tag);
  if (ptr == nullptr) return nullptr;
  const uint64_t end = context.reader().OffsetBytes(ptr);
  const uint64_t input_bytes = end - offset_bytes;
  if (context.reader().Left(ptr) < 0) return ptr;  // Done() will refuse it
  context.AddUnknown(record, context.Take(offset_bytes, input_bytes));
  return ptr;
}

namespace {

const char* SkipGroupBody(ParseContext& context, const char* ptr) {
  WireReader& reader = context.reader();
  while (!reader.Done(&ptr)) {
    uint32_t tag;
    ptr = reader.ReadTag(ptr, &tag);
    if (ptr == nullptr) return nullptr;
    if (wire::TypeOf(tag) == wire::kEGroup) {
      reader.EndGroup(tag);
      return ptr;
    }
    ptr = SkipRecord(context, ptr, tag);
    if (ptr == nullptr) return nullptr;
  }
  return ptr;
}

}  // namespace

const char* SkipRecord(ParseContext& context, const char* ptr, uint32_t tag) {
  WireReader& reader = context.reader();
  if (wire::FieldNumber(tag) == 0) {
    return reader.Fail(wire::DecodeErrorKind::kInvalidTag, ptr);
  }
  uint64_t value;
  size_t size_bytes;
  switch (wire::TypeOf(tag)) {
    case wire::kVarint:
      return reader.ReadVarint(ptr, &value);
    case wire::kI64:
      return ptr + 8;
    case wire::kLen:
      ptr = reader.ReadLength(ptr, &size_bytes);
      return ptr == nullptr ? nullptr : reader.Skip(ptr, size_bytes);
    case wire::kSGroup:
      return reader.ReadGroup(
          ptr, tag, [&](const char* p) { return SkipGroupBody(context, p); });
    case wire::kI32:
      return ptr + 4;
    case wire::kEGroup:
      break;
  }
  return reader.Fail(wire::DecodeErrorKind::kInvalidTag, ptr);
}

}  // namespace backwire::view
