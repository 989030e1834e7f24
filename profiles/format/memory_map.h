// The memory map that ends a profile of gperftools: lines of /proc/self/maps.
//
//   line = start "-" limit perms offset device inode [path]
#ifndef BACKWIRE_PROFILES_FORMAT_MEMORY_MAP_H_
#define BACKWIRE_PROFILES_FORMAT_MEMORY_MAP_H_

#include <vector>

#include "absl/strings/string_view.h"
#include "profiles/format/raw_profile.h"

namespace backwire::profiles {

// The executable mappings that have a name, in their order. Lines of another
// form are passed over: kernels differ in what they add.
std::vector<MappedFile> ParseMemoryMap(absl::string_view text);

}  // namespace backwire::profiles

#endif  // BACKWIRE_PROFILES_FORMAT_MEMORY_MAP_H_
