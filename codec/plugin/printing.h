// What all files that the plugin writes have in common.
#ifndef BACKWIRE_PLUGIN_PRINTING_H_
#define BACKWIRE_PLUGIN_PRINTING_H_

#include <memory>

#include "google/protobuf/io/printer.h"
#include "google/protobuf/io/zero_copy_stream.h"

namespace backwire::plugin {

// Code may name what a schema has deprecated without the user's -Werror
// breaking on it.
inline constexpr char kIgnoreDeprecated[] =
    "#if defined(__GNUC__)\n"
    "#pragma GCC diagnostic push\n"
    "#pragma GCC diagnostic ignored \"-Wdeprecated-declarations\"\n"
    "#endif\n";
inline constexpr char kRestoreWarnings[] =
    "#if defined(__GNUC__)\n"
    "#pragma GCC diagnostic pop\n"
    "#endif\n";

using OutputStream =
    std::unique_ptr<::google::protobuf::io::ZeroCopyOutputStream>;

// Lets `print(Printer*)` write to the stream.
template <class PrintText>
void PrintInto(OutputStream stream, PrintText&& print) {
  ::google::protobuf::io::Printer printer(stream.get(), '$');
  print(&printer);
}

}  // namespace backwire::plugin

#endif  // BACKWIRE_PLUGIN_PRINTING_H_
