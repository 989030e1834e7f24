#include "server/file/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <utility>

#include "absl/strings/str_cat.h"

namespace backwire::server {
namespace {

absl::Status ErrnoError(const std::string& path, const char* what) {
  return absl::ErrnoToStatus(errno, absl::StrCat(path, ": ", what));
}

}  // namespace

absl::StatusOr<std::ifstream> OpenFile(const std::string& path) {
  errno = 0;
  struct stat info;
  if (stat(path.c_str(), &info) != 0) return ErrnoError(path, "cannot open");
  if (S_ISDIR(info.st_mode)) {
    return absl::InvalidArgumentError(
        absl::StrCat(path, ": is a folder, not a file"));
  }
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return ErrnoError(path, "cannot open");
  return stream;
}

absl::StatusOr<std::string> ReadFile(const std::string& path,
                                     size_t max_bytes) {
  absl::StatusOr<std::ifstream> stream = OpenFile(path);
  if (!stream.ok()) return stream.status();
  std::string contents(max_bytes + 1, '\0');
  stream->read(contents.data(), static_cast<std::streamsize>(contents.size()));
  if (stream->bad()) return ErrnoError(path, "cannot read");
  contents.resize(static_cast<size_t>(stream->gcount()));
  if (contents.size() > max_bytes) {
    return absl::InvalidArgumentError(
        absl::StrCat(path, ": is larger than ", max_bytes, " bytes"));
  }
  return contents;
}

absl::Status WriteFileAtomically(const std::string& path,
                                 const std::string& contents) {
  const std::string temporary = absl::StrCat(path, ".", getpid(), ".tmp");
  std::ofstream stream(temporary, std::ios::binary | std::ios::trunc);
  stream << contents;
  stream.close();
  if (!stream) return ErrnoError(temporary, "cannot write");
  if (std::rename(temporary.c_str(), path.c_str()) != 0) {
    const absl::Status status = ErrnoError(path, "cannot replace");
    std::remove(temporary.c_str());
    return status;
  }
  return absl::OkStatus();
}

}  // namespace backwire::server
