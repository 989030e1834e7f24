// Reads profile files into call stacks.
#ifndef BACKWIRE_PROFILES_PROFILE_FILE_H_
#define BACKWIRE_PROFILES_PROFILE_FILE_H_

#include <string>

#include "absl/status/statusor.h"
#include "profiles/call_stacks.h"

namespace backwire::profiles {

// Reads what `pprof -proto` writes: profile.proto, gzip-compressed or not.
//
// NOT_FOUND: the file cannot be opened. INVALID_ARGUMENT: it is no such
// profile, is cut off, refers to something that it does not hold, or is larger
// than 256 MiB; the text names the file. Files of gperftools are refused with
// the command that converts them.
absl::StatusOr<CallStacks> ReadProfileFile(const std::string& path);

}  // namespace backwire::profiles

#endif  // BACKWIRE_PROFILES_PROFILE_FILE_H_
