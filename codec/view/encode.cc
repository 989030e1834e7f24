#include "backwire/view/encode.h"

#include <algorithm>
#include <string>
#include <vector>

#include "backwire/view/message_set.h"
#include "backwire/view/record.h"
#include "backwire/view/unknown_records.h"
#include "backwire/wire/packed_varint.h"

namespace backwire::view {
namespace {

using wire::BackwardWriter;

// A tag and a length or number behind it take at most so many bytes.
constexpr size_t kMaxHeadBytes = wire::kMaxTagBytes + wire::kMaxVarintBytes;

uint8_t* WriteTag(uint32_t number, wire::WireType type, uint8_t* cursor) {
  return wire::WriteVarintUnchecked(wire::MakeTag(number, type), cursor);
}

// Closes a LEN record whose payload began at `end`, by WrittenBytes().
uint8_t* WriteHead(uint32_t number, size_t end, uint8_t* cursor,
                   BackwardWriter& writer) {
  const size_t length = writer.WrittenBytes(cursor) - end;
  cursor = writer.Reserve(cursor, kMaxHeadBytes);
  cursor = wire::WriteVarintUnchecked(length, cursor);
  return WriteTag(number, wire::kLen, cursor);
}

// The 64 bits that a VARINT field's value has on the wire.
uint64_t WireVarint(FieldKind kind, const char* value) {
  switch (kind) {
    case FieldKind::kBool:
      return *value != 0 ? 1 : 0;
    case FieldKind::kUInt32:
      return Load<uint32_t>(value, 0);
    case FieldKind::kSInt32:
      return wire::ZigZagEncode32(Load<int32_t>(value, 0));
    case FieldKind::kSInt64:
      return wire::ZigZagEncode64(Load<int64_t>(value, 0));
    case FieldKind::kInt64:
    case FieldKind::kUInt64:
      return Load<uint64_t>(value, 0);
    default:  // sign-extended
      return static_cast<uint64_t>(int64_t{Load<int32_t>(value, 0)});
  }
}

// Writes a number without its tag; the bytes have been reserved.
uint8_t* WriteNumber(FieldKind kind, const char* value, uint8_t* cursor) {
  switch (WireTypeOf(kind)) {
    case wire::kI32:
      return wire::WriteFixedUnchecked(Load<uint32_t>(value, 0), cursor);
    case wire::kI64:
      return wire::WriteFixedUnchecked(Load<uint64_t>(value, 0), cursor);
    default:
      return wire::WriteVarintUnchecked(WireVarint(kind, value), cursor);
  }
}

uint8_t* EncodeMessage(const FieldLayout& field, const char* record,
                       uint8_t* cursor, BackwardWriter& writer) {
  const MessageLayout& layout = SubMessage(field);
  if (field.kind == FieldKind::kMessage) {
    const size_t end = writer.WrittenBytes(cursor);
    cursor = EncodeRecord(layout, record, cursor, writer);
    return WriteHead(field.number, end, cursor, writer);
  }
  cursor = writer.Reserve(cursor, wire::kMaxTagBytes);
  cursor = WriteTag(field.number, wire::kEGroup, cursor);
  cursor = EncodeRecord(layout, record, cursor, writer);
  cursor = writer.Reserve(cursor, wire::kMaxTagBytes);
  return WriteTag(field.number, wire::kSGroup, cursor);
}

// Writes the record of one value; `value` is where it stands, for messages the
// record itself.
uint8_t* EncodeValue(const FieldLayout& field, const char* value,
                     uint8_t* cursor, BackwardWriter& writer) {
  if (IsMessage(field.kind)) {
    return EncodeMessage(field, value, cursor, writer);
  }
  if (IsString(field.kind)) {
    const auto text = Load<StringRef>(value, 0);
    const size_t end = writer.WrittenBytes(cursor);
    // One that was never set has no place at all.
    if (text.size != 0) {
      cursor = writer.WriteBytes(cursor, text.data, text.size);
    }
    return WriteHead(field.number, end, cursor, writer);
  }
  cursor = writer.Reserve(cursor, kMaxHeadBytes);
  cursor = WriteNumber(field.kind, value, cursor);
  return WriteTag(field.number, WireTypeOf(field.kind), cursor);
}

uint8_t* EncodePacked(const FieldLayout& field, const ArrayRef& array,
                      uint8_t* cursor, BackwardWriter& writer) {
  const size_t end = writer.WrittenBytes(cursor);
  const uint32_t bytes = ValueBytes(field.kind);
  if (WireTypeOf(field.kind) != wire::kVarint) {
    cursor = writer.WriteBytes(cursor, array.data, size_t{array.size} * bytes);
    return WriteHead(field.number, end, cursor, writer);
  }
  cursor = wire::WritePackedVarints(MappingOf(field.kind), array.data,
                                    array.size, cursor, writer);
  return WriteHead(field.number, end, cursor, writer);
}

uint8_t* EncodeRepeated(const FieldLayout& field, const ArrayRef& array,
                        uint8_t* cursor, BackwardWriter& writer) {
  if (array.size == 0) return cursor;
  if ((field.flags & kPacked) != 0) {
    return EncodePacked(field, array, cursor, writer);
  }
  const size_t bytes = IsMessage(field.kind) ? SubMessage(field).record_bytes
                                             : ValueBytes(field.kind);
  for (uint32_t i = array.size; i > 0; --i) {
    cursor = EncodeValue(field, array.data + (i - 1) * bytes, cursor, writer);
  }
  return cursor;
}

// Stock's order: strings by unsigned bytes, integers by value.
bool KeyIsLess(const FieldLayout& key, const char* a, const char* b) {
  a += key.offset;
  b += key.offset;
  switch (key.kind) {
    case FieldKind::kText:
    case FieldKind::kBytes:
      return Load<StringRef>(a, 0).view() < Load<StringRef>(b, 0).view();
    case FieldKind::kBool:
      return *a < *b;
    case FieldKind::kUInt32:
    case FieldKind::kFixed32:
      return Load<uint32_t>(a, 0) < Load<uint32_t>(b, 0);
    case FieldKind::kUInt64:
    case FieldKind::kFixed64:
      return Load<uint64_t>(a, 0) < Load<uint64_t>(b, 0);
    case FieldKind::kInt64:
    case FieldKind::kSInt64:
    case FieldKind::kSFixed64:
      return Load<int64_t>(a, 0) < Load<int64_t>(b, 0);
    default:
      return Load<int32_t>(a, 0) < Load<int32_t>(b, 0);
  }
}

uint8_t* EncodeMap(const FieldLayout& field, const ArrayRef& map,
                   uint8_t* cursor, BackwardWriter& writer) {
  const MapLayout& layout = *field.sub->map;
  const size_t bytes = layout.entry_bytes;
  if (!writer.deterministic() || map.size < 2) {
    for (uint32_t i = map.size; i > 0; --i) {
      cursor =
          EncodeMapEntry(field, map.data + (i - 1) * bytes, cursor, writer);
    }
    return cursor;
  }
  std::vector<const char*> entries(map.size);
  for (uint32_t i = 0; i < map.size; ++i) entries[i] = map.data + i * bytes;
  std::sort(entries.begin(), entries.end(),
            [&layout](const char* a, const char* b) {
              return KeyIsLess(layout.key, b, a);
            });
  for (const char* entry : entries) {
    cursor = EncodeMapEntry(field, entry, cursor, writer);
  }
  return cursor;
}

// The only kind of field that a MessageSet has.
uint8_t* EncodeItem(const FieldLayout& field, const char* record,
                    uint8_t* cursor, BackwardWriter& writer) {
  if (!IsPresent(field, record)) return cursor;
  cursor = writer.Reserve(cursor, wire::kMaxTagBytes);
  cursor = WriteTag(kItemNumber, wire::kEGroup, cursor);
  const size_t end = writer.WrittenBytes(cursor);
  cursor =
      EncodeRecord(SubMessage(field), Load<const char*>(record, field.offset),
                   cursor, writer);
  cursor = WriteHead(kItemMessageNumber, end, cursor, writer);
  cursor = writer.Reserve(cursor, kMaxHeadBytes + wire::kMaxTagBytes);
  cursor = wire::WriteVarintUnchecked(field.number, cursor);
  cursor = WriteTag(kTypeIdNumber, wire::kVarint, cursor);
  return WriteTag(kItemNumber, wire::kSGroup, cursor);
}

uint8_t* EncodeField(const FieldLayout& field, const char* record,
                     uint8_t* cursor, BackwardWriter& writer) {
  const char* value = record + field.offset;
  if (field.shape == FieldShape::kMap) {
    return EncodeMap(field, ArrayAt(record, field.offset), cursor, writer);
  }
  if (field.shape == FieldShape::kRepeated) {
    return EncodeRepeated(field, ArrayAt(record, field.offset), cursor, writer);
  }
  if (!IsPresent(field, record)) return cursor;
  if (IsMessage(field.kind)) value = Load<const char*>(value, 0);
  return EncodeValue(field, value, cursor, writer);
}

}  // namespace

uint8_t* EncodeMapEntry(const FieldLayout& field, const char* entry,
                        uint8_t* cursor, BackwardWriter& writer) {
  const MapLayout& layout = *field.sub->map;
  const size_t end = writer.WrittenBytes(cursor);
  const char* value = entry + layout.value.offset;
  if (IsMessage(layout.value.kind)) value = Load<const char*>(value, 0);
  cursor = EncodeValue(layout.value, value, cursor, writer);
  cursor = EncodeValue(layout.key, entry + layout.key.offset, cursor, writer);
  return WriteHead(field.number, end, cursor, writer);
}

uint8_t* EncodeRecord(const MessageLayout& layout, const char* record,
                      uint8_t* cursor, BackwardWriter& writer) {
  const UnknownRanges* const unknown = UnknownOf(record);
  if (BACKWIRE_UNLIKELY(unknown != nullptr)) {
    const std::string bytes = CanonicalUnknown(*unknown);
    cursor = writer.WriteBytes(cursor, bytes.data(), bytes.size());
  }
  const bool is_set = (layout.flags & kMessageSet) != 0;
  for (uint32_t i = layout.field_count; i > 0; --i) {
    const FieldLayout& field = layout.fields[i - 1];
    cursor = is_set ? EncodeItem(field, record, cursor, writer)
                    : EncodeField(field, record, cursor, writer);
  }
  return cursor;
}

}  // namespace backwire::view
