#include "backwire/registry/log.h"

#include <atomic>
#include <cstdio>
#include <string>

#include "absl/strings/str_cat.h"

namespace backwire {
namespace {

absl::string_view ToString(LogSeverity severity) {
  switch (severity) {
    case LogSeverity::kInfo:
      return "INFO";
    case LogSeverity::kWarning:
      return "WARNING";
    case LogSeverity::kError:
      return "ERROR";
  }
  return "ERROR";
}

// One fwrite a line, so that lines of several threads do not mix.
void WriteToStderr(LogSeverity severity, absl::string_view line) {
  const std::string text =
      absl::StrCat("backwire ", ToString(severity), ": ", line, "\n");
  std::fwrite(text.data(), 1, text.size(), stderr);
}

std::atomic<LogSink> g_sink{&WriteToStderr};

}  // namespace

void SetLogSink(LogSink sink) {
  g_sink.store(sink != nullptr ? sink : &WriteToStderr,
               std::memory_order_release);
}

void Log(LogSeverity severity, absl::string_view line) {
  g_sink.load(std::memory_order_acquire)(severity, line);
}

}  // namespace backwire
