// The shares of two sets of profiles, before and after, and which of the
// differences the sampling alone can explain.
#ifndef BACKWIRE_PROFILES_DIFFERENCE_H_
#define BACKWIRE_PROFILES_DIFFERENCE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "profiles/analysis.h"

namespace backwire::profiles {

struct Difference {
  ProfileKind kind = ProfileKind::kCpu;
  Attributed before;
  Attributed after;
};

// Merges each set and sets one beside the other.
//
// INVALID_ARGUMENT: the two are of different kinds or frequencies. Else: errors
// of AnalyzeAny(). REQUIRES: as AnalyzeAny().
absl::StatusOr<Difference> Diff(
    const std::vector<std::string>& before,
    const std::vector<std::string>& after, int64_t sampled_every,
    int64_t min_samples, const FrameTable& table = FrameTable::Default());

// `path` itself if it is a file; the profiles in it (*.pb.gz, *.pb, *.prof,
// *.heap), in order of their names, if it is a folder.
//
// NOT_FOUND: it is neither, or the folder holds none.
absl::StatusOr<std::vector<std::string>> ProfilesAt(const std::string& path);

// For people: both views, a line a share.
std::string ToText(const Difference& difference);

// The same as Markdown tables.
std::string ToMarkdown(const Difference& difference);

// For tools; docs/profiling.md describes the fields.
std::string ToJson(const Difference& difference);

}  // namespace backwire::profiles

#endif  // BACKWIRE_PROFILES_DIFFERENCE_H_
