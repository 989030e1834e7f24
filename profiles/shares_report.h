// Shows the shares of one CPU profile and one allocation profile.
#ifndef BACKWIRE_PROFILES_SHARES_REPORT_H_
#define BACKWIRE_PROFILES_SHARES_REPORT_H_

#include <optional>
#include <string>

#include "profiles/analysis.h"

namespace backwire::profiles {

struct SharesReport {
  std::optional<CpuAnalysis> cpu;
  std::optional<AllocationAnalysis> allocations;
};

// For people: the disjoint view, then the cumulative one.
std::string ToText(const SharesReport& report);

// For tools: an object with "cpu" and "allocations", each only if it is there;
// shares are 0 to 1. docs/profiling.md describes the fields.
std::string ToJson(const SharesReport& report);

}  // namespace backwire::profiles

#endif  // BACKWIRE_PROFILES_SHARES_REPORT_H_
