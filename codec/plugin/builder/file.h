// The .backwire_builder.h of one .proto file: a builder for each message.
#ifndef BACKWIRE_PLUGIN_BUILDER_FILE_H_
#define BACKWIRE_PLUGIN_BUILDER_FILE_H_

#include "google/protobuf/compiler/code_generator.h"
#include "google/protobuf/descriptor.h"

namespace backwire::plugin {

void GenerateBuilders(const ::google::protobuf::FileDescriptor* file,
                      ::google::protobuf::compiler::GeneratorContext* context);

}  // namespace backwire::plugin

#endif  // BACKWIRE_PLUGIN_BUILDER_FILE_H_
