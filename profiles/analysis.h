// From profile files to attributed shares, with the checks that keep an empty
// or too small profile from becoming a result.
#ifndef BACKWIRE_PROFILES_ANALYSIS_H_
#define BACKWIRE_PROFILES_ANALYSIS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "profiles/attribution.h"
#include "profiles/share.h"

namespace backwire::profiles {

struct Attributed {
  Attribution sums;
  int64_t samples = 0;  // what was really looked at, for the confidence

  Share Of(Part part) const {
    return MakeShare(sums.part(part), sums.total, samples);
  }
  Share Of(Cumulative share) const {
    return MakeShare(sums.at(share), sums.total, samples);
  }
  // The sum of several parts.
  Share Of(const std::vector<Part>& parts) const;
  // What no rule placed: the most by which any other share can be too low.
  Share Unattributed() const { return Of({Part::kRest, Part::kUnknown}); }
};

struct CpuAnalysis {
  Attributed cpu;
  double cpu_seconds = 0;  // as the samples say
};

struct AllocationAnalysis {
  Attributed objects;
  Attributed bytes;
};

// Merges the CPU profiles `paths` and attributes their samples by `table`.
//
// Errors: of ReadProfileFile() and Merge(); INVALID_ARGUMENT for a profile of
// another kind, or of objects without bytes; FAILED_PRECONDITION if there are
// fewer than `min_samples`. REQUIRES: min_samples >= 1.
absl::StatusOr<CpuAnalysis> AnalyzeCpu(
    const std::vector<std::string>& paths, int64_t min_samples,
    const FrameTable& table = FrameTable::Default());

// The same for profiles of allocations, in which each sample stands for
// `sampled_every` objects.
// REQUIRES: min_samples >= 1, sampled_every >= 1.
absl::StatusOr<AllocationAnalysis> AnalyzeAllocations(
    const std::vector<std::string>& paths, int64_t sampled_every,
    int64_t min_samples, const FrameTable& table = FrameTable::Default());

// Reads the files and merges them. Errors: of ReadProfileFile() and Merge().
// REQUIRES: paths is not empty.
absl::StatusOr<CallStacks> ReadAndMerge(const std::vector<std::string>& paths);

struct AnyAnalysis {
  ProfileKind kind = ProfileKind::kCpu;
  Attributed attributed;      // of allocations, the objects
  int64_t cpu_period_ns = 0;  // 0 for allocations
};

// The same for either kind, whichever the files are of.
absl::StatusOr<AnyAnalysis> AnalyzeAny(
    const std::vector<std::string>& paths, int64_t sampled_every,
    int64_t min_samples, const FrameTable& table = FrameTable::Default());

}  // namespace backwire::profiles

#endif  // BACKWIRE_PROFILES_ANALYSIS_H_
