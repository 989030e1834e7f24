// Which messages have generated code and which are left to stock, and the
// questions about descriptors whose answer depends on protobuf's version.
#ifndef BACKWIRE_PLUGIN_SUPPORT_H_
#define BACKWIRE_PLUGIN_SUPPORT_H_

#include <string>

#include "google/protobuf/descriptor.h"

namespace backwire::plugin {

// Why stock keeps this message; empty if it has generated code.
std::string ReasonForStock(const ::google::protobuf::Descriptor* message);

// Why stock keeps all messages of this file: a name of its own, or of a file
// that it imports, would stand where the generated code and the headers that it
// includes have one. Empty if none does.
std::string ReasonForStock(const ::google::protobuf::FileDescriptor* file);

// True if the parser must check that the field's text is UTF-8.
bool ChecksUtf8(const ::google::protobuf::FieldDescriptor* field);

// True if numbers that the field's enum does not name are unknown fields.
bool HasClosedEnum(const ::google::protobuf::FieldDescriptor* field);

// True if the field is a group (SGROUP and EGROUP on the wire).
bool IsGroup(const ::google::protobuf::FieldDescriptor* field);

// True if the message, or one that it can hold at any depth, has a required
// field.
bool HasRequiredFields(const ::google::protobuf::Descriptor* message);

}  // namespace backwire::plugin

#endif  // BACKWIRE_PLUGIN_SUPPORT_H_
