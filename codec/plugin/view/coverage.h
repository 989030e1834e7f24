// Which messages have views, and how they are laid out.
#ifndef BACKWIRE_PLUGIN_VIEW_COVERAGE_H_
#define BACKWIRE_PLUGIN_VIEW_COVERAGE_H_

#include <string>

#include "google/protobuf/descriptor.h"

namespace backwire::plugin {

// Why there is no view of the message; empty if there is one.
std::string WhyNoView(const ::google::protobuf::Descriptor* message);

// True if the layout is made of constants. It is made at run time if the
// message can be extended: only then all extensions are known.
bool HasConstantLayout(const ::google::protobuf::Descriptor* message);

// True if the message, or one that it can hold at any depth, has a map, or may
// have one by an extension.
bool ReachesMap(const ::google::protobuf::Descriptor* message);

}  // namespace backwire::plugin

#endif  // BACKWIRE_PLUGIN_VIEW_COVERAGE_H_
