// Names for addresses of this process, in pprof's remote protocol.
#ifndef BACKWIRE_SERVER_ADMIN_SYMBOL_H_
#define BACKWIRE_SERVER_ADMIN_SYMBOL_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace backwire::admin {

// Answers "0x12+0x34" with a line "0x12<tab>name" for each address that has a
// name; the rest is left out, as is text that is no address.
std::string Symbolize(absl::string_view addresses);

// The name of the function at one address, or "".
std::string SymbolName(uint64_t address);

}  // namespace backwire::admin

#endif  // BACKWIRE_SERVER_ADMIN_SYMBOL_H_
