// The accessors that a field gives to the view of its message.
#ifndef BACKWIRE_PLUGIN_VIEW_FIELD_H_
#define BACKWIRE_PLUGIN_VIEW_FIELD_H_

#include <string>

#include "google/protobuf/descriptor.h"
#include "google/protobuf/io/printer.h"

namespace backwire::plugin {

// The accessors, inside of the class. `layout`: the expression that is the
// field's layout there.
void PrintViewMembers(const ::google::protobuf::FieldDescriptor* field,
                      const std::string& layout,
                      ::google::protobuf::io::Printer* printer);

// Those that could only be declared there, since they return another view.
void PrintViewDefinitions(const ::google::protobuf::FieldDescriptor* field,
                          const std::string& layout,
                          ::google::protobuf::io::Printer* printer);

// The one that says which member of the oneof is set; `layout` is that of its
// first member.
void PrintOneofCase(const ::google::protobuf::OneofDescriptor* oneof,
                    const std::string& layout,
                    ::google::protobuf::io::Printer* printer);

}  // namespace backwire::plugin

#endif  // BACKWIRE_PLUGIN_VIEW_FIELD_H_
