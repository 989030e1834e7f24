// The payloads and records that fields, map keys and map values have in
// common: scalars and text.
#ifndef BACKWIRE_REFLECTIVE_PAYLOAD_H_
#define BACKWIRE_REFLECTIVE_PAYLOAD_H_

#include <cstdint>
#include <cstring>
#include <string>

#include "backwire/compat/protobuf_compat.h"
#include "backwire/message/map_entry.h"
#include "backwire/reflective/field_rules.h"
#include "backwire/reflective/kinds.h"
#include "backwire/wire/wire_reader.h"
#include "google/protobuf/io/coded_stream.h"

namespace backwire::reflective {

// A LEN payload with its length.
inline size_t LenSize(size_t payload_bytes) {
  return wire::VarintSize(payload_bytes) + payload_bytes;
}

inline uint8_t* WriteTag(const ::google::protobuf::FieldDescriptor* field,
                         wire::WireType type, uint8_t* target,
                         ::google::protobuf::io::EpsCopyOutputStream* stream) {
  target = stream->EnsureSpace(target);
  return ::google::protobuf::io::CodedOutputStream::WriteTagToArray(
      wire::MakeTag(static_cast<uint32_t>(field->number()), type), target);
}

// Writes at most 15 bytes: EnsureSpace() promises 16.
inline uint8_t* WriteTagAndLength(
    const ::google::protobuf::FieldDescriptor* field, size_t length_bytes,
    uint8_t* target, ::google::protobuf::io::EpsCopyOutputStream* stream) {
  target = WriteTag(field, wire::kLen, target, stream);
  return ::google::protobuf::io::CodedOutputStream::WriteVarint64ToArray(
      length_bytes, target);
}

// Writes a payload for which there is space.
template <class Kind>
inline uint8_t* WritePayload(typename Kind::Value value, uint8_t* target) {
  if constexpr (Kind::kWireType == wire::kVarint) {
    return ::google::protobuf::io::CodedOutputStream::WriteVarint64ToArray(
        Kind::ToWire(value), target);
  } else {
    std::memcpy(target, &value, sizeof(value));
    return target + sizeof(value);
  }
}

template <class Kind>
inline uint8_t* WriteScalarRecord(
    const ::google::protobuf::FieldDescriptor* field,
    typename Kind::Value value, uint8_t* target,
    ::google::protobuf::io::EpsCopyOutputStream* stream) {
  return WritePayload<Kind>(value,
                            WriteTag(field, Kind::kWireType, target, stream));
}

// Invalid UTF-8 where text is checked is logged, and written all the same.
uint8_t* WriteStringRecord(const ::google::protobuf::FieldDescriptor* field,
                           const compat::MapText& text, uint8_t* target,
                           ::google::protobuf::io::EpsCopyOutputStream* stream);

// Reads the payload of a scalar key or value inside a map entry.
template <class Kind>
inline const char* ReadEntryScalar(typename Kind::Value* value, const char* ptr,
                                   wire::WireReader& reader) {
  if constexpr (Kind::kWireType == wire::kVarint) {
    uint64_t wire_value = 0;
    ptr = reader.ReadVarint(ptr, &wire_value);
    *value = message::EntryFromWire<Kind>(wire_value);
    return ptr;
  } else {
    return reader.ReadFixed(ptr, value);
  }
}

// Reads a LEN payload into *text; invalid UTF-8 where text is checked is an
// error.
const char* ReadText(const ::google::protobuf::FieldDescriptor* field,
                     std::string* text, const char* ptr,
                     wire::WireReader& reader);

}  // namespace backwire::reflective

#endif  // BACKWIRE_REFLECTIVE_PAYLOAD_H_
