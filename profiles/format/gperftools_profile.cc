#include "profiles/format/gperftools_profile.h"

#include "absl/strings/match.h"
#include "profiles/format/gperftools_cpu.h"
#include "profiles/format/gperftools_heap.h"

namespace backwire::profiles {

bool IsGperftoolsProfile(absl::string_view head) {
  return IsCpuProfile(head) || IsHeapProfile(head);
}

absl::StatusOr<RawProfile> ParseGperftoolsProfile(absl::string_view content) {
  if (IsCpuProfile(content)) return ParseCpuProfile(content);
  if (IsHeapProfile(content)) return ParseHeapProfile(content);
  return absl::InvalidArgumentError("this is no file of gperftools");
}

}  // namespace backwire::profiles
