// Which messages have generated code and which are left to stock.
#ifndef BACKWIRE_PLUGIN_SUPPORT_H_
#define BACKWIRE_PLUGIN_SUPPORT_H_

#include <functional>
#include <string>
#include <vector>

#include "backwire/wire/wire_format.h"
#include "google/protobuf/descriptor.h"

namespace backwire::plugin {

// Why stock keeps this message; empty if it has generated code.
std::string ReasonForStock(const ::google::protobuf::Descriptor* message);

// Why stock keeps all messages of this file: a name of its own, or of a file
// that it imports, would stand where the generated code and the headers that it
// includes have one. Empty if none does.
std::string ReasonForStock(const ::google::protobuf::FileDescriptor* file);

// True if the field is a group (SGROUP and EGROUP on the wire).
bool IsGroup(const ::google::protobuf::FieldDescriptor* field);

// How the field's single value stands on the wire.
wire::WireType WireTypeOf(const ::google::protobuf::FieldDescriptor* field);

// Calls `visit` for each message of the file, nested ones too, but no map
// entries; in the order of the file.
void ForEachMessage(
    const ::google::protobuf::FileDescriptor* file,
    const std::function<void(const ::google::protobuf::Descriptor*)>& visit);

std::vector<const ::google::protobuf::FieldDescriptor*> FieldsByNumber(
    const ::google::protobuf::Descriptor* message);

// True if the message, or one that it can hold at any depth, has a required
// field.
bool HasRequiredFields(const ::google::protobuf::Descriptor* message);

}  // namespace backwire::plugin

#endif  // BACKWIRE_PLUGIN_SUPPORT_H_
