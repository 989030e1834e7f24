// The key of a map's entry, as a record of its own:
//
//   key := tag(1) payload
#ifndef BACKWIRE_REFLECTIVE_MAP_KEY_H_
#define BACKWIRE_REFLECTIVE_MAP_KEY_H_

#include <cstdint>
#include <string>

#include "backwire/wire/wire_reader.h"
#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/map_field.h"

namespace backwire::reflective {

// In all of these `field` is the key's field in the map's entry.

// The size of the record.
size_t KeyRecordSize(const ::google::protobuf::FieldDescriptor* field,
                     const ::google::protobuf::MapKey& key);

// Writes the record at `target`, returns the position behind it.
uint8_t* WriteKeyRecord(const ::google::protobuf::FieldDescriptor* field,
                        const ::google::protobuf::MapKey& key, uint8_t* target,
                        ::google::protobuf::io::EpsCopyOutputStream* stream);

// Makes *key the key that an entry without one has.
void SetDefaultKey(const ::google::protobuf::FieldDescriptor* field,
                   ::google::protobuf::MapKey* key);

// Reads the payload, the tag being read already. *storage holds the text that
// the key may borrow: it must live, unchanged, as long as the key.
const char* ReadKey(const ::google::protobuf::FieldDescriptor* field,
                    ::google::protobuf::MapKey* key, std::string* storage,
                    const char* ptr, wire::WireReader& reader);

}  // namespace backwire::reflective

#endif  // BACKWIRE_REFLECTIVE_MAP_KEY_H_
