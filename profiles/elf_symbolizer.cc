#include "profiles/elf_symbolizer.h"

#include <elfutils/libdwfl.h>
#include <libiberty/demangle.h>

#include <cstdio>
#include <cstdlib>

namespace backwire::profiles {
namespace {

// The library keeps the pointer.
constexpr Dwfl_Callbacks kCallbacks = {&dwfl_linux_proc_find_elf,
                                       &dwfl_standard_find_debuginfo,
                                       /*section_address=*/nullptr,
                                       /*debuginfo_path=*/nullptr};

bool ReportMap(const std::string& memory_map, Dwfl* session) {
  // fmemopen() only reads in this mode.
  std::FILE* file =
      fmemopen(const_cast<char*>(memory_map.data()), memory_map.size(), "r");
  if (file == nullptr) return false;
  dwfl_report_begin(session);
  const bool ok = dwfl_linux_proc_maps_report(session, file) == 0 &&
                  dwfl_report_end(session, nullptr, nullptr) == 0;
  std::fclose(file);
  return ok;
}

// Without DMGL_PARAMS: "f(int)" becomes "f", and a template's return type goes.
std::string Demangle(const char* symbol) {
  char* const name = cplus_demangle_v3(symbol, DMGL_ANSI);
  if (name == nullptr) return symbol;
  std::string result = name;
  std::free(name);
  return result;
}

}  // namespace

ElfSymbolizer::ElfSymbolizer(const std::string& memory_map)
    : session_(dwfl_begin(&kCallbacks)) {
  if (session_ == nullptr || ReportMap(memory_map, session_)) return;
  dwfl_end(session_);
  session_ = nullptr;
}

ElfSymbolizer::~ElfSymbolizer() {
  if (session_ != nullptr) dwfl_end(session_);
}

std::string ElfSymbolizer::Name(uint64_t address) const {
  if (session_ == nullptr) return "";
  Dwfl_Module* const module = dwfl_addrmodule(session_, address);
  if (module == nullptr) return "";
  GElf_Off offset = 0;
  GElf_Sym symbol;
  const char* const name = dwfl_module_addrinfo(
      module, address, &offset, &symbol, nullptr, nullptr, nullptr);
  return name == nullptr ? "" : Demangle(name);
}

}  // namespace backwire::profiles
