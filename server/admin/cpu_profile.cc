#include "server/admin/cpu_profile.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "server/admin/profiling_environment.h"

#ifdef BACKWIRE_HAVE_GPERFTOOLS
#include <gperftools/profiler.h>
#endif

namespace backwire::admin {

int CpuProfileHertz() {
  constexpr int kDefaultHertz = 100;
  // gperftools reads it when the process starts.
  const char* text = std::getenv("CPUPROFILE_FREQUENCY");
  int hertz = 0;
  if (text == nullptr || !absl::SimpleAtoi(text, &hertz)) return kDefaultHertz;
  return hertz;
}

#ifdef BACKWIRE_HAVE_GPERFTOOLS
namespace {

absl::Status SystemError(const char* call) {
  return absl::InternalError(absl::StrCat(call, ": ", std::strerror(errno)));
}

// A file in memory: works in a container without a writable disk, and nothing
// is left behind.
class MemoryFile {
 public:
  MemoryFile() : fd_(memfd_create("cpu_profile", MFD_CLOEXEC)) {}
  ~MemoryFile() {
    if (fd_ >= 0) close(fd_);
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  bool ok() const { return fd_ >= 0; }
  std::string path() const { return absl::StrCat("/proc/self/fd/", fd_); }

  absl::StatusOr<std::string> ReadAll() const {
    std::string content;
    char chunk[1 << 16];
    while (true) {
      const ssize_t size = pread(fd_, chunk, sizeof(chunk), content.size());
      if (size == 0) return content;
      if (size > 0) {
        content.append(chunk, size);
      } else if (errno != EINTR) {
        return SystemError("reading the CPU profile");
      }
    }
  }

 private:
  int fd_;
};

absl::Status StartProfiler(const MemoryFile& file) {
  absl::Status can = CanProfileCpu();
  if (!can.ok()) return can;
  if (!file.ok()) return SystemError("memfd_create");
  if (ProfilerStart(file.path().c_str()) == 0) {
    return absl::AbortedError(
        "gperftools' profiler runs already: CPUPROFILE is set in the "
        "environment, or the program started it");
  }
  return absl::OkStatus();
}

}  // namespace

CaptureKind CpuProfileKind() {
  const auto file = std::make_shared<MemoryFile>();
  return {"cpu", "", [file] { return StartProfiler(*file); },
          [file] {
            ProfilerStop();
            return file->ReadAll();
          }};
}

#else

CaptureKind CpuProfileKind() {
  return {"cpu", "", [] { return CanProfileCpu(); },
          [] { return absl::StatusOr<std::string>(CanProfileCpu()); }};
}

#endif

}  // namespace backwire::admin
