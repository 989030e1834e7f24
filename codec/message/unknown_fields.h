// Unknown fields: kept in the order of their arrival when a message is decoded,
// written after the known ones when it is encoded.
#ifndef BACKWIRE_MESSAGE_UNKNOWN_FIELDS_H_
#define BACKWIRE_MESSAGE_UNKNOWN_FIELDS_H_

#include <cstdint>
#include <string>

#include "backwire/wire/backward_writer.h"
#include "backwire/wire/wire_reader.h"
#include "google/protobuf/message.h"
#include "google/protobuf/unknown_field_set.h"

namespace backwire::message {

// The reflection of M, fetched once: asking each message costs ten times as
// much.
template <class M>
inline const ::google::protobuf::Reflection* ReflectionOf(const M& msg) {
  static const ::google::protobuf::Reflection* const reflection =
      static_cast<const ::google::protobuf::Message&>(msg).GetReflection();
  return reflection;
}

template <class M>
inline ::google::protobuf::UnknownFieldSet* MutableUnknownFields(M& msg) {
  return ReflectionOf(msg)->MutableUnknownFields(&msg);
}

void AddUnknownVarint(::google::protobuf::UnknownFieldSet* fields,
                      uint32_t field_number, uint64_t value);
void AddUnknownBytes(::google::protobuf::UnknownFieldSet* fields,
                     uint32_t field_number, std::string bytes);

uint8_t* EncodeUnknownFieldSet(
    const ::google::protobuf::UnknownFieldSet& fields, uint8_t* cursor,
    wire::BackwardWriter& writer);

template <class M>
inline uint8_t* EncodeUnknownFields(const M& msg, uint8_t* cursor,
                                    wire::BackwardWriter& writer) {
  const ::google::protobuf::UnknownFieldSet& fields =
      ReflectionOf(msg)->GetUnknownFields(msg);
  if (BACKWIRE_LIKELY(fields.empty())) return cursor;
  return EncodeUnknownFieldSet(fields, cursor, writer);
}

// Reads the field whose tag has been read into `fields`, or over it if `fields`
// is nullptr. A tag with field number 0, wire type 6 or 7, or EGROUP is an
// error.
const char* DecodeUnknownFieldTo(::google::protobuf::UnknownFieldSet* fields,
                                 uint32_t tag, const char* ptr,
                                 wire::WireReader& reader);

template <class M>
const char* DecodeUnknownField(M& msg, uint32_t tag, const char* ptr,
                               wire::WireReader& reader) {
  return DecodeUnknownFieldTo(MutableUnknownFields(msg), tag, ptr, reader);
}

// True for the tag that ends a group. Generated loops hand it to
// WireReader::EndGroup() and return.
inline bool EndsGroup(uint32_t tag) { return (tag & 7) == wire::kEGroup; }

}  // namespace backwire::message

#endif  // BACKWIRE_MESSAGE_UNKNOWN_FIELDS_H_
