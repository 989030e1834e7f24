#include "backwire/admin/profiling_environment.h"

#include <limits.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace backwire::admin {
namespace {

constexpr char kUnwinderVariable[] = "TCMALLOC_STACKTRACE_METHOD";
constexpr char kUnwinder[] = "libgcc";
constexpr char kSampleVariable[] = "TCMALLOC_SAMPLE_PARAMETER";

#ifdef BACKWIRE_HAVE_GPERFTOOLS

constexpr char kSampleBytes[] = "65536";

// The program's own path, so that tools show its name; the kernel's link where
// the file was replaced meanwhile.
std::string OwnPath() {
  char path[PATH_MAX];
  const ssize_t size = readlink("/proc/self/exe", path, sizeof(path));
  if (size <= 0 || size == sizeof(path)) return "/proc/self/exe";
  std::string own(path, size);
  return access(own.c_str(), X_OK) == 0 ? own : "/proc/self/exe";
}

std::string Get(const char* variable) {
  const char* value = std::getenv(variable);
  return value == nullptr ? "" : value;
}

absl::Status HasUnwinder() {
  if (Get(kUnwinderVariable) == kUnwinder) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrCat(
      "start the process with ", kUnwinderVariable, "=", kUnwinder,
      " in its environment: gperftools' default unwinder can deadlock the "
      "process"));
}

#else

absl::Status HasUnwinder() {
  return absl::UnimplementedError(
      "built without gperftools: configure with -DBACKWIRE_WITH_GPERFTOOLS=ON "
      "and without sanitizers");
}

#endif

}  // namespace

absl::Status RestartWithProfilingEnvironment([[maybe_unused]] char** argv) {
#ifdef BACKWIRE_HAVE_GPERFTOOLS
  if (std::getenv(kUnwinderVariable) != nullptr &&
      std::getenv(kSampleVariable) != nullptr) {
    return absl::OkStatus();
  }
  setenv(kUnwinderVariable, kUnwinder, /*overwrite=*/0);
  setenv(kSampleVariable, kSampleBytes, /*overwrite=*/0);
  const std::string path = OwnPath();
  execv(path.c_str(), argv);
  const int error = errno;
  // This process goes on without what the variables would have switched on.
  unsetenv(kUnwinderVariable);
  unsetenv(kSampleVariable);
  return absl::InternalError(
      absl::StrCat("cannot start ", path, " anew: ", std::strerror(error)));
#else
  return absl::OkStatus();
#endif
}

absl::Status CanProfileCpu() {
  absl::Status status = HasUnwinder();
  if (!status.ok()) return status;
  if (std::getenv("CPUPROFILE_REALTIME") != nullptr ||
      std::getenv("CPUPROFILE_PER_THREAD_TIMERS") != nullptr) {
    return absl::FailedPreconditionError(
        "start the process without CPUPROFILE_REALTIME and "
        "CPUPROFILE_PER_THREAD_TIMERS: with them, gperftools misses the "
        "threads of gRPC");
  }
  return absl::OkStatus();
}

absl::Status CanProfileAllocations() { return HasUnwinder(); }

absl::Status CanProfileHeap() {
  absl::Status status = HasUnwinder();
  if (!status.ok()) return status;
  const char* value = std::getenv(kSampleVariable);
  int64_t bytes = 0;
  if (value != nullptr && absl::SimpleAtoi(value, &bytes) && bytes > 0) {
    return absl::OkStatus();
  }
  return absl::FailedPreconditionError(absl::StrCat(
      "start the process with ", kSampleVariable,
      "=65536 in its environment: without it, no live objects are sampled"));
}

}  // namespace backwire::admin
