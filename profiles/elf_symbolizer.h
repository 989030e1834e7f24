// Names for the addresses of another process, by its memory map and the files
// that it had mapped, as they are on this machine now.
#ifndef BACKWIRE_PROFILES_ELF_SYMBOLIZER_H_
#define BACKWIRE_PROFILES_ELF_SYMBOLIZER_H_

#include <cstdint>
#include <string>

struct Dwfl;

namespace backwire::profiles {

// Not thread-safe.
class ElfSymbolizer {
 public:
  // `memory_map` is the text of /proc/<pid>/maps. Files of it that are missing
  // here leave their addresses without names.
  explicit ElfSymbolizer(const std::string& memory_map);
  ~ElfSymbolizer();
  ElfSymbolizer(const ElfSymbolizer&) = delete;
  ElfSymbolizer& operator=(const ElfSymbolizer&) = delete;

  // The function that holds `address`, demangled and without its parameters;
  // "" if none is known. Inlined functions are not told apart from the one that
  // they were inlined into.
  std::string Name(uint64_t address) const;

 private:
  Dwfl* session_;  // nullptr if the map is of another form
};

}  // namespace backwire::profiles

#endif  // BACKWIRE_PROFILES_ELF_SYMBOLIZER_H_
