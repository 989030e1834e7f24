// What the headers that the plugin writes beside stock's have in common: those
// of builders and those of views. Each specialises a class template of
// backwire's for the file's messages.
#ifndef BACKWIRE_PLUGIN_EXTRA_HEADER_H_
#define BACKWIRE_PLUGIN_EXTRA_HEADER_H_

#include <string>
#include <vector>

#include "google/protobuf/descriptor.h"
#include "google/protobuf/io/printer.h"

namespace backwire::plugin {

struct ExtraHeader {
  // "view": x.backwire_view.h.
  const char* name;
  // Of the include guard: "VIEW".
  const char* guard;
  // "ViewOf": the class of a message is ViewOf<Foo>.
  const char* class_template;
  // "View": its alias is FooView.
  const char* alias_suffix;
  // What the code calls.
  const char* library_header;
};

using Messages = std::vector<const ::google::protobuf::Descriptor*>;

// All up to the opening of namespace backwire. The headers of the files whose
// messages are fields of `messages` are included where they exist, which only
// the compiler of the file can see.
void PrintBegin(const ExtraHeader& header,
                const ::google::protobuf::FileDescriptor* file,
                const Messages& messages,
                ::google::protobuf::io::Printer* printer);

// All from the end of namespace backwire on: FooView for each of the messages,
// unless the schema has a name like that. Where another file of the package has
// it, that one is what the name means.
void PrintEnd(const ExtraHeader& header,
              const ::google::protobuf::FileDescriptor* file,
              const Messages& messages,
              ::google::protobuf::io::Printer* printer);

}  // namespace backwire::plugin

#endif  // BACKWIRE_PLUGIN_EXTRA_HEADER_H_
