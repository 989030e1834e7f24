// The cpu form of gperftools' profiles; see gperftools_profile.h.
#ifndef BACKWIRE_PROFILES_FORMAT_GPERFTOOLS_CPU_H_
#define BACKWIRE_PROFILES_FORMAT_GPERFTOOLS_CPU_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "profiles/format/raw_profile.h"

namespace backwire::profiles {

// Whether `head` begins such a file.
bool IsCpuProfile(absl::string_view head);

// INVALID_ARGUMENT: as ParseGperftoolsProfile(). REQUIRES:
// IsCpuProfile(content).
absl::StatusOr<RawProfile> ParseCpuProfile(absl::string_view content);

}  // namespace backwire::profiles

#endif  // BACKWIRE_PROFILES_FORMAT_GPERFTOOLS_CPU_H_
