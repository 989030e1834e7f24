#include "profiles/analysis.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "profiles/profile_file.h"

namespace backwire::profiles {
namespace {

absl::StatusOr<int> FindValue(const CallStacks& profile, absl::string_view name,
                              const std::vector<std::string>& paths) {
  const int index = profile.ValueIndex(name);
  if (index >= 0) return index;
  return absl::InvalidArgumentError(absl::StrCat(
      absl::StrJoin(paths, ", "), ": expected a profile with the value \"",
      name, "\", but it has ", absl::StrJoin(profile.value_names, ", ")));
}

absl::Status CheckSize(int64_t samples, int64_t min_samples,
                       const std::vector<std::string>& paths) {
  if (samples >= min_samples) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrCat(
      absl::StrJoin(paths, ", "), ": ", samples, " samples are too few (",
      min_samples, " are wanted): profile for longer, or under more load"));
}

Attributed AttributeValue(const CallStacks& profile, int index,
                          ProfileKind kind, int64_t samples,
                          const FrameTable& table) {
  return {Attribute(profile, index, kind, table), samples};
}

absl::StatusOr<CpuAnalysis> CpuOf(const CallStacks& profile,
                                  const std::vector<std::string>& paths,
                                  int64_t min_samples,
                                  const FrameTable& table) {
  const absl::StatusOr<int> index = FindValue(profile, "samples", paths);
  if (!index.ok()) return index.status();
  const int64_t samples = profile.Total(*index);
  absl::Status status = CheckSize(samples, min_samples, paths);
  if (!status.ok()) return status;
  return CpuAnalysis{
      AttributeValue(profile, *index, ProfileKind::kCpu, samples, table),
      static_cast<double>(samples) * profile.cpu_period_ns * 1e-9};
}

absl::StatusOr<AllocationAnalysis> AllocationsOf(
    const CallStacks& profile, const std::vector<std::string>& paths,
    int64_t sampled_every, int64_t min_samples, const FrameTable& table) {
  const absl::StatusOr<int> objects =
      FindValue(profile, "alloc_objects", paths);
  if (!objects.ok()) return objects.status();
  const absl::StatusOr<int> bytes = FindValue(profile, "alloc_space", paths);
  if (!bytes.ok()) return bytes.status();
  const int64_t samples = profile.Total(*objects) / sampled_every;
  absl::Status status = CheckSize(samples, min_samples, paths);
  if (!status.ok()) return status;
  if (profile.Total(*bytes) == 0) {
    return absl::InvalidArgumentError(absl::StrCat(
        absl::StrJoin(paths, ", "),
        ": broken profile: objects of no bytes (alloc_space is 0)"));
  }
  return AllocationAnalysis{
      AttributeValue(profile, *objects, ProfileKind::kAllocations, samples,
                     table),
      AttributeValue(profile, *bytes, ProfileKind::kAllocations, samples,
                     table)};
}

}  // namespace

absl::StatusOr<CallStacks> ReadAndMerge(const std::vector<std::string>& paths) {
  CallStacks merged;
  for (const std::string& path : paths) {
    const absl::StatusOr<CallStacks> one = ReadProfileFile(path);
    if (!one.ok()) return one.status();
    const absl::Status status = Merge(*one, merged);
    if (!status.ok()) {
      return absl::Status(status.code(),
                          absl::StrCat(path, ": ", status.message()));
    }
  }
  return merged;
}

Share Attributed::Of(const std::vector<Part>& parts) const {
  int64_t sum = 0;
  for (const Part part : parts) sum += sums.part(part);
  return MakeShare(sum, sums.total, samples);
}

absl::StatusOr<CpuAnalysis> AnalyzeCpu(const std::vector<std::string>& paths,
                                       int64_t min_samples,
                                       const FrameTable& table) {
  const absl::StatusOr<CallStacks> profile = ReadAndMerge(paths);
  if (!profile.ok()) return profile.status();
  return CpuOf(*profile, paths, min_samples, table);
}

absl::StatusOr<AllocationAnalysis> AnalyzeAllocations(
    const std::vector<std::string>& paths, int64_t sampled_every,
    int64_t min_samples, const FrameTable& table) {
  const absl::StatusOr<CallStacks> profile = ReadAndMerge(paths);
  if (!profile.ok()) return profile.status();
  return AllocationsOf(*profile, paths, sampled_every, min_samples, table);
}

absl::StatusOr<AnyAnalysis> AnalyzeAny(const std::vector<std::string>& paths,
                                       int64_t sampled_every,
                                       int64_t min_samples,
                                       const FrameTable& table) {
  const absl::StatusOr<CallStacks> profile = ReadAndMerge(paths);
  if (!profile.ok()) return profile.status();
  if (profile->ValueIndex("alloc_objects") >= 0) {
    const absl::StatusOr<AllocationAnalysis> allocations =
        AllocationsOf(*profile, paths, sampled_every, min_samples, table);
    if (!allocations.ok()) return allocations.status();
    return AnyAnalysis{ProfileKind::kAllocations, allocations->objects, 0};
  }
  const absl::StatusOr<CpuAnalysis> cpu =
      CpuOf(*profile, paths, min_samples, table);
  if (!cpu.ok()) return cpu.status();
  return AnyAnalysis{ProfileKind::kCpu, cpu->cpu, profile->cpu_period_ns};
}

}  // namespace backwire::profiles
