// C++ names, taken from protobuf's own naming rules.
#ifndef BACKWIRE_PLUGIN_NAMES_H_
#define BACKWIRE_PLUGIN_NAMES_H_

#include <string>

#include "google/protobuf/descriptor.h"

namespace backwire::plugin {

// "::candidates::v1::Candidate".
std::string ClassOf(const ::google::protobuf::Descriptor* message);
std::string ClassOf(const ::google::protobuf::EnumDescriptor* enumeration);

// "::candidates::v1::Candidate::kData": the number of a oneof's member.
std::string CaseConstantOf(const ::google::protobuf::FieldDescriptor* field);

// The stem of the field's accessors: "class_" for a field named "class".
std::string AccessorOf(const ::google::protobuf::FieldDescriptor* field);

// The path without ".proto".
std::string StemOf(const ::google::protobuf::FileDescriptor* file);

// The path of the header with the file's builders or views: `what` is
// "builder" or "view".
std::string ExtraHeaderOf(const ::google::protobuf::FileDescriptor* file,
                          const char* what);

// The path as one C++ identifier; different paths give different ones.
std::string IdentifierOf(const ::google::protobuf::FileDescriptor* file);

// `text` as a C++ string literal.
std::string Quoted(const std::string& text);

}  // namespace backwire::plugin

#endif  // BACKWIRE_PLUGIN_NAMES_H_
