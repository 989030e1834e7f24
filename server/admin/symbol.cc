#include "backwire/admin/symbol.h"

#include "absl/debugging/symbolize.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace backwire::admin {

std::string Symbolize(absl::string_view addresses) {
  std::string out;
  for (const absl::string_view text : absl::StrSplit(addresses, '+')) {
    uint64_t address = 0;
    if (!absl::SimpleHexAtoi(text, &address)) continue;
    const std::string name = SymbolName(address);
    if (!name.empty()) {
      absl::StrAppend(&out, "0x", absl::Hex(address), "\t", name, "\n");
    }
  }
  return out;
}

std::string SymbolName(uint64_t address) {
  char name[1024];
  const bool found =
      absl::Symbolize(reinterpret_cast<void*>(address), name, sizeof(name));
  return found ? name : "";
}

}  // namespace backwire::admin
