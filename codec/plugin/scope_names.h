// The names that a schema gives to C++'s namespaces, which an alias of ours
// must not meet.
#ifndef BACKWIRE_PLUGIN_SCOPE_NAMES_H_
#define BACKWIRE_PLUGIN_SCOPE_NAMES_H_

#include <set>
#include <string>

#include "google/protobuf/descriptor.h"

namespace backwire::plugin {

// "::pkg::Name" for each message, enum, value of an outermost enum, outermost
// extension and service of the file and of all that it imports.
std::set<std::string> NamesVisibleIn(
    const ::google::protobuf::FileDescriptor* file);

}  // namespace backwire::plugin

#endif  // BACKWIRE_PLUGIN_SCOPE_NAMES_H_
