// The codec of one message: its declaration and its two functions.
#ifndef BACKWIRE_PLUGIN_MESSAGE_H_
#define BACKWIRE_PLUGIN_MESSAGE_H_

#include "google/protobuf/descriptor.h"
#include "google/protobuf/io/printer.h"

namespace backwire::plugin {

void PrintCodecDeclaration(const ::google::protobuf::Descriptor* message,
                           ::google::protobuf::io::Printer* printer);

void PrintCodecDefinition(const ::google::protobuf::Descriptor* message,
                          ::google::protobuf::io::Printer* printer);

}  // namespace backwire::plugin

#endif  // BACKWIRE_PLUGIN_MESSAGE_H_
