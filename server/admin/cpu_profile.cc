#include "backwire/admin/cpu_profile.h"

#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "backwire/admin/profiling_environment.h"

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

constexpr int kMicrosecondsPerSecond = 1000000;

// gperftools has one rate for the process's life, but its timer is an ordinary
// one, which it has just started and will stop.
absl::Status SetRate(int hertz) {
  for (const char* name :
       {"CPUPROFILE_PER_THREAD_TIMERS", "CPUPROFILE_TIMER_SIGNAL"}) {
    if (std::getenv(name) == nullptr) continue;
    return absl::FailedPreconditionError(absl::StrCat(
        "frequency=", hertz, ": ", name,
        " is set in the environment, so CPUPROFILE_FREQUENCY alone sets the "
        "rate, when the process starts"));
  }
  itimerval timer = {};
  timer.it_interval.tv_sec = hertz == 1 ? 1 : 0;
  timer.it_interval.tv_usec =
      kMicrosecondsPerSecond / hertz % kMicrosecondsPerSecond;
  timer.it_value = timer.it_interval;
  const auto which =
      std::getenv("CPUPROFILE_REALTIME") == nullptr ? ITIMER_PROF : ITIMER_REAL;
  if (setitimer(which, &timer, nullptr) != 0) return SystemError("setitimer");
  return absl::OkStatus();
}

absl::Status Start(const MemoryFile& file, int hertz) {
  absl::Status status = StartProfiler(file);
  if (!status.ok() || hertz == CpuProfileHertz()) return status;
  status = SetRate(hertz);
  if (!status.ok()) ProfilerStop();
  return status;
}

// The file begins with five machine words; the fourth is the time between two
// samples in microseconds, of which gperftools wrote its own.
void WriteRate(int hertz, std::string* profile) {
  const uintptr_t microseconds = kMicrosecondsPerSecond / hertz;
  constexpr size_t kAt = 3 * sizeof(microseconds);
  if (profile->size() < kAt + sizeof(microseconds)) return;
  std::memcpy(&(*profile)[kAt], &microseconds, sizeof(microseconds));
}

absl::StatusOr<std::string> Stop(const MemoryFile& file, int hertz) {
  ProfilerStop();
  absl::StatusOr<std::string> profile = file.ReadAll();
  if (profile.ok() && hertz != CpuProfileHertz()) WriteRate(hertz, &*profile);
  return profile;
}

}  // namespace

CaptureKind CpuProfileKind(int hertz) {
  const auto file = std::make_shared<MemoryFile>();
  return {"cpu", absl::StrCat("frequency=", hertz),
          [file, hertz] { return Start(*file, hertz); },
          [file, hertz] { return Stop(*file, hertz); }};
}

#else

CaptureKind CpuProfileKind(int hertz) {
  return {"cpu", absl::StrCat("frequency=", hertz),
          [] { return CanProfileCpu(); },
          [] { return absl::StatusOr<std::string>(CanProfileCpu()); }};
}

#endif

}  // namespace backwire::admin
