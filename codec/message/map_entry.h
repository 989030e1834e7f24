// The entries of map fields. On the wire a map is a repeated message of key
// (field 1) and value (field 2), both of which are always written.
//
//   entry := tag(map field, LEN) length key-record value-record
#ifndef BACKWIRE_MESSAGE_MAP_ENTRY_H_
#define BACKWIRE_MESSAGE_MAP_ENTRY_H_

#include <type_traits>

#include "backwire/compat/protobuf_version.h"
#include "backwire/message/scalar_field.h"
#include "backwire/message/string_field.h"
#include "backwire/message/submessage_field.h"

namespace backwire::message {

// Where a map's text stands in the schema, for the log: "pkg.Msg.field.key".
struct MapNames {
  const char* key;
  const char* value;
};

inline constexpr uint32_t kKeyNumber = 1;
inline constexpr uint32_t kValueNumber = 2;

template <class Kind>
inline constexpr bool kIsString =
    std::is_same_v<Kind, Utf8String> || std::is_same_v<Kind, RawString>;
template <class Kind>
inline constexpr bool kIsSubmessage = false;
template <class M>
inline constexpr bool kIsSubmessage<Submessage<M>> = true;
template <class Kind>
inline constexpr bool kIsClosedEnum = false;
template <class E, bool (*kIsValid)(int)>
inline constexpr bool kIsClosedEnum<ClosedEnum<E, kIsValid>> = true;

template <class Kind>
constexpr wire::WireType EntryWireType() {
  if constexpr (kIsString<Kind> || kIsSubmessage<Kind>) {
    return wire::kLen;
  } else {
    return Kind::kWireType;
  }
}

// The value of a VARINT key or value, as the linked version's entries have it.
template <class Kind>
inline typename Kind::Value EntryFromWire(uint64_t wire_value) {
  if constexpr (compat::kCutsBoolsInEntries && std::is_same_v<Kind, Bool>) {
    return static_cast<uint32_t>(wire_value) != 0;
  } else {
    return Kind::FromWire(wire_value);
  }
}

// Writes the key or the value.
template <class Kind, uint32_t kNumber, class Value>
inline uint8_t* EncodeEntryField(const Value& value, uint8_t* cursor,
                                 wire::BackwardWriter& writer,
                                 const char* field_name) {
  if constexpr (kIsString<Kind>) {
    return EncodeString<Kind, kNumber>(value, cursor, writer, field_name);
  } else if constexpr (kIsSubmessage<Kind>) {
    return EncodeSubmessage<kNumber>(value, cursor, writer);
  } else {
    return EncodeScalar<Kind, kNumber>(value, cursor, writer);
  }
}

}  // namespace backwire::message

#endif  // BACKWIRE_MESSAGE_MAP_ENTRY_H_
