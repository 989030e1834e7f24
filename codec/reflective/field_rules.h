// Questions about descriptors: what `reflective` can do, and how stock's
// generated code treats a field.
#ifndef BACKWIRE_REFLECTIVE_FIELD_RULES_H_
#define BACKWIRE_REFLECTIVE_FIELD_RULES_H_

#include <cstdint>

#include "backwire/wire/wire_format.h"
#include "google/protobuf/descriptor.h"

namespace backwire::reflective {

// True if `reflective` encodes and decodes messages of this type; all others
// belong to stock. It does not if the message, or one that it can hold at any
// depth, in extensions known to its pool too,
//   - is a MessageSet,
//   - has a field with a ctype, or a lazy or weak one,
//   - has a repeated extension that is packed without saying so (proto3), or
//   - has an extension that stock's code knows and its pool does not.
// Walks all types that the message can hold: ask once for each type.
bool CanReflect(const ::google::protobuf::Descriptor* message);

// The wire type of one value, out of a packed payload.
wire::WireType WireTypeOf(const ::google::protobuf::FieldDescriptor* field);

// The tag of a record with one value.
inline uint32_t TagOf(const ::google::protobuf::FieldDescriptor* field) {
  return wire::MakeTag(static_cast<uint32_t>(field->number()),
                       WireTypeOf(field));
}

// The field's number in the size that it takes in a tag: 1 to 5 bytes.
inline size_t TagSize(const ::google::protobuf::FieldDescriptor* field) {
  return wire::VarintSize(
      wire::MakeTag(static_cast<uint32_t>(field->number()), wire::kVarint));
}

}  // namespace backwire::reflective

#endif  // BACKWIRE_REFLECTIVE_FIELD_RULES_H_
