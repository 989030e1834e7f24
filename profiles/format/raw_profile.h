// A profile as a sampler leaves it: call stacks of addresses, what each cost,
// and which file was mapped where. Names come later, from a symbolizer.
#ifndef BACKWIRE_PROFILES_FORMAT_RAW_PROFILE_H_
#define BACKWIRE_PROFILES_FORMAT_RAW_PROFILE_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace backwire::profiles {

struct ValueType {
  std::string type;  // "cpu", "alloc_objects"
  std::string unit;  // "nanoseconds", "count"
};

// A file that was mapped into the process to be run: [start, limit).
struct MappedFile {
  uint64_t start = 0;
  uint64_t limit = 0;
  uint64_t offset = 0;  // of `start` in the file
  std::string path;     // "[vdso]" and the like for what is no file
};

struct RawStack {
  // Innermost first. A return address is moved back by one, into the call, so
  // that it stands for the caller even where the call was its last instruction.
  std::vector<uint64_t> addresses;
  // One for each of RawProfile::value_types; none is negative.
  std::vector<int64_t> values;
};

struct RawProfile {
  std::vector<ValueType> value_types;
  ValueType period_type;
  int64_t period = 0;  // between two samples, in units of `period_type`
  std::vector<RawStack> stacks;
  std::vector<MappedFile> mappings;
  std::string memory_map;  // the text that `mappings` was read from
};

// The name of the function that holds an address, or "" if it has none.
using Symbolizer = std::function<std::string(uint64_t address)>;

}  // namespace backwire::profiles

#endif  // BACKWIRE_PROFILES_FORMAT_RAW_PROFILE_H_
