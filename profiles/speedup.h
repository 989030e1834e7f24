// How many times faster one codec is than another, given or measured.
#ifndef BACKWIRE_PROFILES_SPEEDUP_H_
#define BACKWIRE_PROFILES_SPEEDUP_H_

#include <string>

#include "absl/status/statusor.h"

namespace backwire::profiles {

// All above 0; low <= value <= high. Below 1: slower.
struct Speedup {
  double value = 1;
  double low = 1;
  double high = 1;
  std::string source;  // for people: "given", or what was measured against what
};

Speedup GivenSpeedup(double value);

// From a JSON file of Google Benchmark: the median CPU time of the benchmark
// `name`/`from` over that of `name`/`to`. The bounds come from the worst and
// the best pair of repetitions.
//
// NOT_FOUND: the file cannot be opened, or has no such benchmark; the text
// names those that it has of codec `from`. INVALID_ARGUMENT: it is of another
// form, a repetition failed, or a time is not above 0.
absl::StatusOr<Speedup> MeasuredSpeedup(const std::string& path,
                                        const std::string& name,
                                        const std::string& from,
                                        const std::string& to);

}  // namespace backwire::profiles

#endif  // BACKWIRE_PROFILES_SPEEDUP_H_
