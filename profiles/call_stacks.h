// A profile as the analysis sees it: call stacks with named frames and what
// each of them cost. Profiles of several processes are merged by appending
// their stacks, since names, unlike addresses, mean the same in all of them.
#ifndef BACKWIRE_PROFILES_CALL_STACKS_H_
#define BACKWIRE_PROFILES_CALL_STACKS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace backwire::profiles {

struct Frame {
  std::string function;  // "" if it has no name
  std::string object;    // the file's name without its folder; "" if unknown
};

struct CallStack {
  // Indices into CallStacks::frames, innermost first; inlined functions count
  // as frames.
  std::vector<int> frames;
  // One for each of CallStacks::value_names.
  std::vector<int64_t> values;
};

// The sum of each value over all stacks fits into int64_t: ReadProfileFile()
// and Merge() see to it.
struct CallStacks {
  std::vector<std::string> value_names;  // "samples", "cpu"; "alloc_objects", …
  std::vector<std::string> value_units;  // "count", "bytes", …; one for each
  std::vector<Frame> frames;
  std::vector<CallStack> stacks;
  // Nanoseconds between two samples of a CPU profile; 0 in other profiles.
  int64_t cpu_period_ns = 0;

  // The index of the value `name`, or -1.
  int ValueIndex(absl::string_view name) const;
  // The sum of that value over all stacks. REQUIRES: a valid index.
  int64_t Total(int value_index) const;
};

// INVALID_ARGUMENT if the sum of a value over the stacks of both does not fit
// into int64_t; the text names the value. REQUIRES: both have the same values,
// and none is negative.
absl::Status CheckTotals(const CallStacks& one, const CallStacks& other);

// Appends the stacks of `from`. INVALID_ARGUMENT: the two differ in what their
// values or units mean or in the period, or the sum of a value is too large;
// `into` is then as it was. An `into` without value names becomes a copy.
absl::Status Merge(const CallStacks& from, CallStacks& into);

}  // namespace backwire::profiles

#endif  // BACKWIRE_PROFILES_CALL_STACKS_H_
