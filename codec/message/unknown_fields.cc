#include "backwire/message/unknown_fields.h"

#include <string_view>

#include "backwire/compat/protobuf_compat.h"

namespace backwire::message {
namespace {

using ::google::protobuf::UnknownField;
using ::google::protobuf::UnknownFieldSet;
using wire::BackwardWriter;
using wire::WireReader;

uint8_t* WriteTag(uint32_t number, wire::WireType type, uint8_t* cursor) {
  return wire::WriteVarintUnchecked(wire::MakeTag(number, type), cursor);
}

uint8_t* EncodeBytes(uint32_t number, std::string_view bytes, uint8_t* cursor,
                     BackwardWriter& writer) {
  cursor = writer.WriteBytes(cursor, bytes.data(), bytes.size());
  cursor = writer.Reserve(cursor, wire::kMaxTagBytes + wire::kMaxVarintBytes);
  cursor = wire::WriteVarintUnchecked(bytes.size(), cursor);
  return WriteTag(number, wire::kLen, cursor);
}

uint8_t* EncodeGroup(uint32_t number, const UnknownFieldSet& group,
                     uint8_t* cursor, BackwardWriter& writer) {
  cursor = writer.Reserve(cursor, wire::kMaxTagBytes);
  cursor = WriteTag(number, wire::kEGroup, cursor);
  cursor = EncodeUnknownFieldSet(group, cursor, writer);
  cursor = writer.Reserve(cursor, wire::kMaxTagBytes);
  return WriteTag(number, wire::kSGroup, cursor);
}

uint8_t* EncodeField(const UnknownField& field, uint8_t* cursor,
                     BackwardWriter& writer) {
  const auto number = static_cast<uint32_t>(field.number());
  cursor = writer.Reserve(cursor, wire::kMaxTagBytes + wire::kMaxVarintBytes);
  switch (field.type()) {
    case UnknownField::TYPE_VARINT:
      cursor = wire::WriteVarintUnchecked(field.varint(), cursor);
      return WriteTag(number, wire::kVarint, cursor);
    case UnknownField::TYPE_FIXED32:
      cursor = wire::WriteFixedUnchecked<uint32_t>(field.fixed32(), cursor);
      return WriteTag(number, wire::kI32, cursor);
    case UnknownField::TYPE_FIXED64:
      cursor = wire::WriteFixedUnchecked<uint64_t>(field.fixed64(), cursor);
      return WriteTag(number, wire::kI64, cursor);
    case UnknownField::TYPE_LENGTH_DELIMITED:
      return EncodeBytes(number, field.length_delimited(), cursor, writer);
    case UnknownField::TYPE_GROUP:
      return EncodeGroup(number, field.group(), cursor, writer);
  }
  return cursor;
}

const char* DecodeBytes(UnknownFieldSet* fields, int number, const char* ptr,
                        WireReader& reader) {
  size_t size_bytes;
  ptr = reader.ReadLength(ptr, &size_bytes);
  if (ptr == nullptr) return nullptr;
  if (fields == nullptr) return reader.Skip(ptr, size_bytes);
  std::string bytes;
  ptr = reader.ReadString(ptr, size_bytes, &bytes);
  if (ptr != nullptr) {
    compat::AddLengthDelimited(std::move(bytes), number, fields);
  }
  return ptr;
}

const char* DecodeGroupBody(UnknownFieldSet* fields, const char* ptr,
                            WireReader& reader) {
  while (!reader.Done(&ptr)) {
    uint32_t tag;
    ptr = reader.ReadTag(ptr, &tag);
    if (ptr == nullptr) return nullptr;
    if (EndsGroup(tag)) {
      reader.EndGroup(tag);
      return ptr;
    }
    ptr = DecodeUnknownFieldTo(fields, tag, ptr, reader);
    if (ptr == nullptr) return nullptr;
  }
  return ptr;
}

const char* DecodeGroup(UnknownFieldSet* fields, uint32_t tag, const char* ptr,
                        WireReader& reader) {
  UnknownFieldSet* const group =
      fields == nullptr
          ? nullptr
          : fields->AddGroup(static_cast<int>(wire::FieldNumber(tag)));
  return reader.ReadGroup(ptr, tag, [&](const char* p) {
    return DecodeGroupBody(group, p, reader);
  });
}

const char* DecodeVarint(UnknownFieldSet* fields, int number, const char* ptr,
                         WireReader& reader) {
  uint64_t value;
  ptr = reader.ReadVarint(ptr, &value);
  if (ptr != nullptr && fields != nullptr) fields->AddVarint(number, value);
  return ptr;
}

}  // namespace

void AddUnknownVarint(UnknownFieldSet* fields, uint32_t field_number,
                      uint64_t value) {
  fields->AddVarint(static_cast<int>(field_number), value);
}

void AddUnknownBytes(UnknownFieldSet* fields, uint32_t field_number,
                     std::string bytes) {
  compat::AddLengthDelimited(std::move(bytes), static_cast<int>(field_number),
                             fields);
}

uint8_t* EncodeUnknownFieldSet(const UnknownFieldSet& fields, uint8_t* cursor,
                               BackwardWriter& writer) {
  for (int i = fields.field_count() - 1; i >= 0; --i) {
    cursor = EncodeField(fields.field(i), cursor, writer);
  }
  return cursor;
}

const char* DecodeUnknownFieldTo(UnknownFieldSet* fields, uint32_t tag,
                                 const char* ptr, WireReader& reader) {
  const auto number = static_cast<int>(wire::FieldNumber(tag));
  if (number == 0) {
    return reader.Fail(wire::DecodeErrorKind::kInvalidTag, ptr);
  }
  switch (wire::TypeOf(tag)) {
    case wire::kVarint:
      return DecodeVarint(fields, number, ptr, reader);
    case wire::kI64: {
      uint64_t value;
      ptr = reader.ReadFixed(ptr, &value);
      if (fields != nullptr) fields->AddFixed64(number, value);
      return ptr;
    }
    case wire::kLen:
      return DecodeBytes(fields, number, ptr, reader);
    case wire::kSGroup:
      return DecodeGroup(fields, tag, ptr, reader);
    case wire::kI32: {
      uint32_t value;
      ptr = reader.ReadFixed(ptr, &value);
      if (fields != nullptr) fields->AddFixed32(number, value);
      return ptr;
    }
    case wire::kEGroup:
      break;
  }
  return reader.Fail(wire::DecodeErrorKind::kInvalidTag, ptr);
}

}  // namespace backwire::message
