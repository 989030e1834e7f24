// The members that a field gives to the builder of its message.
#ifndef BACKWIRE_PLUGIN_BUILDER_FIELD_H_
#define BACKWIRE_PLUGIN_BUILDER_FIELD_H_

#include "google/protobuf/descriptor.h"
#include "google/protobuf/io/printer.h"

namespace backwire::plugin {

// True if messages of that type have a builder at all.
bool HasBuilder(const ::google::protobuf::Descriptor* message);

// The message that is the field's value, or that of its map; nullptr if it is
// none.
const ::google::protobuf::Descriptor* MessageOf(
    const ::google::protobuf::FieldDescriptor* field);

// The members, inside of the class. `required_bit` is the field's bit among the
// message's required fields, -1 if it has none.
void PrintBuilderMembers(const ::google::protobuf::FieldDescriptor* field,
                         int required_bit,
                         ::google::protobuf::io::Printer* printer);

// Those that could only be declared there, since they return another builder.
void PrintBuilderDefinitions(const ::google::protobuf::FieldDescriptor* field,
                             int required_bit,
                             ::google::protobuf::io::Printer* printer);

}  // namespace backwire::plugin

#endif  // BACKWIRE_PLUGIN_BUILDER_FIELD_H_
