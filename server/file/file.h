// Reading and replacing whole small files, with errors that say what is wrong
// with the file.
#ifndef BACKWIRE_SERVER_FILE_FILE_H_
#define BACKWIRE_SERVER_FILE_FILE_H_

#include <cstddef>
#include <fstream>
#include <string>

#include "absl/status/statusor.h"

namespace backwire::server {

// Opens a file for reading. The code follows from errno (NOT_FOUND,
// PERMISSION_DENIED, …); INVALID_ARGUMENT: it is a folder. The text begins with
// the path.
absl::StatusOr<std::ifstream> OpenFile(const std::string& path);

// The bytes of a file of at most `max_bytes`. Errors as for OpenFile, and
// INVALID_ARGUMENT for a larger file.
absl::StatusOr<std::string> ReadFile(const std::string& path, size_t max_bytes);

// Replaces the file at `path` by `contents` in one step: a reader sees the old
// or the new file, whole.
absl::Status WriteFileAtomically(const std::string& path,
                                 const std::string& contents);

}  // namespace backwire::server

#endif  // BACKWIRE_SERVER_FILE_FILE_H_
