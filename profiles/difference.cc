#include "profiles/difference.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace backwire::profiles {
namespace {

namespace fs = std::filesystem;

bool HasProfileName(const std::string& name) {
  for (const char* suffix : {".pb.gz", ".pb", ".prof", ".heap"}) {
    if (absl::EndsWith(name, suffix)) return true;
  }
  return false;
}

absl::Status CheckComparable(const AnyAnalysis& before,
                             const AnyAnalysis& after) {
  if (before.kind != after.kind) {
    return absl::InvalidArgumentError(
        "cannot compare CPU profiles with profiles of allocations");
  }
  if (before.cpu_period_ns != after.cpu_period_ns) {
    return absl::InvalidArgumentError(absl::StrCat(
        "cannot compare profiles of different frequency: one sample every ",
        before.cpu_period_ns, " ns and every ", after.cpu_period_ns,
        " ns; take both with one CPUPROFILE_FREQUENCY"));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Difference> Diff(const std::vector<std::string>& before,
                                const std::vector<std::string>& after,
                                int64_t sampled_every, int64_t min_samples,
                                const FrameTable& table) {
  const auto first = AnalyzeAny(before, sampled_every, min_samples, table);
  if (!first.ok()) return first.status();
  const auto second = AnalyzeAny(after, sampled_every, min_samples, table);
  if (!second.ok()) return second.status();
  absl::Status status = CheckComparable(*first, *second);
  if (!status.ok()) return status;
  return Difference{first->kind, first->attributed, second->attributed};
}

absl::StatusOr<std::vector<std::string>> ProfilesAt(const std::string& path) {
  std::error_code error;
  if (!fs::is_directory(path, error)) {
    if (fs::exists(path, error)) return std::vector<std::string>{path};
    return absl::NotFoundError(
        absl::StrCat(path, ": there is no such file or folder"));
  }
  std::vector<std::string> paths;
  fs::directory_iterator entries(path, error);
  for (; !error && entries != fs::directory_iterator();
       entries.increment(error)) {
    if (HasProfileName(entries->path().filename())) {
      paths.push_back(entries->path());
    }
  }
  if (paths.empty()) {
    return absl::NotFoundError(absl::StrCat(
        path, ": the folder holds no *.pb.gz, *.pb, *.prof or *.heap",
        error ? absl::StrCat(" (", error.message(), ")") : ""));
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

}  // namespace backwire::profiles
