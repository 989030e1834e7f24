// The header with the views of a file's messages: x.backwire_view.h.
#ifndef BACKWIRE_PLUGIN_VIEW_FILE_H_
#define BACKWIRE_PLUGIN_VIEW_FILE_H_

#include "google/protobuf/compiler/code_generator.h"
#include "google/protobuf/descriptor.h"

namespace backwire::plugin {

void GenerateViews(const ::google::protobuf::FileDescriptor* file,
                   ::google::protobuf::compiler::GeneratorContext* context);

}  // namespace backwire::plugin

#endif  // BACKWIRE_PLUGIN_VIEW_FILE_H_
