// Reads profile files into call stacks.
#ifndef BACKWIRE_PROFILES_PROFILE_FILE_H_
#define BACKWIRE_PROFILES_PROFILE_FILE_H_

#include <string>

#include "absl/status/statusor.h"
#include "profiles/call_stacks.h"

namespace backwire::profiles {

// Reads profile.proto, gzip-compressed or not, and the files of gperftools. The
// latter have no names: these come from the program and the libraries at the
// paths where the profiled process had them, so read such a file on the same
// machine, before they are built anew.
//
// NOT_FOUND: the file cannot be opened. INVALID_ARGUMENT: it is no such
// profile, is cut off, refers to something that it does not hold, is larger
// than 256 MiB, or holds stacks or sums beyond all measure; the text names the
// file.
absl::StatusOr<CallStacks> ReadProfileFile(const std::string& path);

// The same file as a compressed profile.proto that tells nothing of the
// machine: paths are cut to the names of the files, and what the analysis does
// not read, such as the paths of sources, is left out. Its shares are the same.
//
// Errors: as ReadProfileFile().
absl::StatusOr<std::string> SlimProfile(const std::string& path);

}  // namespace backwire::profiles

#endif  // BACKWIRE_PROFILES_PROFILE_FILE_H_
