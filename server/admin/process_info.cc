#include "backwire/admin/process_info.h"

#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace backwire::admin {
namespace {

// Files of /proc have no size: they are read to their end. "" if unreadable.
std::string ReadProcFile(const char* path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

double Now(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

// When the process started, in seconds since boot.
double StartedAt() {
  // The second field is the program's name in brackets and may hold blanks.
  const std::string stat = ReadProcFile("/proc/self/stat");
  const std::vector<std::string> fields =
      absl::StrSplit(stat.substr(stat.rfind(')') + 1), ' ');
  constexpr size_t kStartTime = 20;  // field 22 of the whole line
  double ticks = 0;
  if (fields.size() <= kStartTime ||
      !absl::SimpleAtod(fields[kStartTime], &ticks)) {
    return 0;
  }
  return ticks / sysconf(_SC_CLK_TCK);
}

}  // namespace

double CpuSeconds() { return Now(CLOCK_PROCESS_CPUTIME_ID); }

int64_t ResidentBytes() {
  std::ifstream statm("/proc/self/statm");
  int64_t total_pages = 0, resident_pages = 0;
  statm >> total_pages >> resident_pages;
  return resident_pages * sysconf(_SC_PAGESIZE);
}

double UptimeSeconds() {
  static const double started_at = StartedAt();
  return std::max(0.0, Now(CLOCK_BOOTTIME) - started_at);
}

std::string MappedLibraries() {
  return absl::StrCat("\nMAPPED_LIBRARIES:\n", ReadProcFile("/proc/self/maps"));
}

std::string CommandLine() {
  std::string text = ReadProcFile("/proc/self/cmdline");
  std::replace(text.begin(), text.end(), '\0', '\n');
  return text;
}

}  // namespace backwire::admin
