#include "backwire/testing/protobuf_log.h"

#include "backwire/compat/protobuf_compat.h"

#if BACKWIRE_PROTOBUF_HAS_EDITIONS
#include "absl/log/globals.h"
#include "absl/log/initialize.h"
#include "absl/log/log_sink.h"
#include "absl/log/log_sink_registry.h"
#else
#include "google/protobuf/stubs/logging.h"
#endif

namespace backwire::testing {

#if BACKWIRE_PROTOBUF_HAS_EDITIONS

namespace {

absl::LogSeverityAtLeast g_threshold_before;

// Before that, all goes to stderr; twice would end the program.
void InitializeOnce() {
  static const bool done = [] {
    absl::InitializeLog();
    return true;
  }();
  (void)done;
}

class LineSink final : public absl::LogSink {
 public:
  void Send(const absl::LogEntry& entry) override {
    lines.emplace_back(entry.text_message());
  }
  std::vector<std::string> lines;
};

}  // namespace

SilentLog::SilentLog() {
  InitializeOnce();
  g_threshold_before = absl::StderrThreshold();
  absl::SetStderrThreshold(absl::LogSeverityAtLeast::kFatal);
}
SilentLog::~SilentLog() { absl::SetStderrThreshold(g_threshold_before); }

std::vector<std::string> LogOf(const std::function<void()>& run) {
  const SilentLog silent;
  LineSink sink;
  absl::AddLogSink(&sink);
  run();
  absl::RemoveLogSink(&sink);
  return sink.lines;
}

#else

namespace {

::google::protobuf::LogHandler* g_handler_before = nullptr;
std::vector<std::string>* g_lines = nullptr;

void Collect(::google::protobuf::LogLevel, const char*, int,
             const std::string& line) {
  g_lines->push_back(line);
}

}  // namespace

SilentLog::SilentLog() {
  g_handler_before = ::google::protobuf::SetLogHandler(nullptr);
}
SilentLog::~SilentLog() { ::google::protobuf::SetLogHandler(g_handler_before); }

std::vector<std::string> LogOf(const std::function<void()>& run) {
  std::vector<std::string> lines;
  g_lines = &lines;
  auto* const before = ::google::protobuf::SetLogHandler(&Collect);
  run();
  ::google::protobuf::SetLogHandler(before);
  g_lines = nullptr;
  return lines;
}

#endif

}  // namespace backwire::testing
