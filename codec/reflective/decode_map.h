// Decoding of map entries by reflection. An entry is a message of key (field 1)
// and value (field 2), either of which may be missing.
#ifndef BACKWIRE_REFLECTIVE_DECODE_MAP_H_
#define BACKWIRE_REFLECTIVE_DECODE_MAP_H_

#include "backwire/wire/wire_reader.h"
#include "google/protobuf/message.h"

namespace backwire::reflective {

// Reads one entry of the map `field`, its tag being read already, and puts it
// into `msg`, replacing the value that its key had. Other fields in the entry
// are dropped. An entry whose closed enum has no name for its value goes to the
// unknown fields of `msg`, rewritten in full.
const char* DecodeMapEntry(::google::protobuf::Message& msg,
                           const ::google::protobuf::FieldDescriptor* field,
                           const char* ptr, wire::WireReader& reader);

}  // namespace backwire::reflective

#endif  // BACKWIRE_REFLECTIVE_DECODE_MAP_H_
