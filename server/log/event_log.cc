#include "server/log/event_log.h"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "backwire/registry/log.h"

namespace backwire::server {
namespace {

using Json = nlohmann::ordered_json;

LogOptions& Options() {
  static auto* options = new LogOptions;
  return *options;
}

const char* Name(LogLevel level) {
  switch (level) {
    case LogLevel::kInfo:
      return "INFO";
    case LogLevel::kWarning:
      return "WARNING";
    case LogLevel::kError:
      return "ERROR";
  }
  return "";
}

std::string ToJson(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// As it is if it is plain, else quoted and escaped like a JSON string.
std::string TextValue(const std::string& value) {
  const auto is_plain = [](unsigned char c) {
    return std::isgraph(c) && c != '"' && c != '=' && c != '\\';
  };
  if (!value.empty() && std::all_of(value.begin(), value.end(), is_plain)) {
    return value;
  }
  return ToJson(value);
}

void ForwardCodecLine(LogSeverity severity, absl::string_view line) {
  const LogFields fields = {{"message", std::string(line)}};
  switch (severity) {
    case LogSeverity::kInfo:
      return LogEvent(LogLevel::kInfo, "codec", fields);
    case LogSeverity::kWarning:
      return LogEvent(LogLevel::kWarning, "codec", fields);
    case LogSeverity::kError:
      return LogEvent(LogLevel::kError, "codec", fields);
  }
}

// A log that cannot be written must not stop the service.
void WriteToStderr(absl::string_view line) {
  while (!line.empty()) {
    const ssize_t written = write(STDERR_FILENO, line.data(), line.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    line.remove_prefix(static_cast<size_t>(written));
  }
}

}  // namespace

void InitLog(const LogOptions& options) {
  Options() = options;
  SetLogSink(ForwardCodecLine);
}

void LogEvent(LogLevel level, absl::string_view event,
              const LogFields& fields) {
  if (level < Options().level) return;
  const std::string time = absl::FormatTime("%Y-%m-%d%ET%H:%M:%E3SZ",
                                            absl::Now(), absl::UTCTimeZone());
  WriteToStderr(FormatEvent(Options().format, time, level, event, fields));
}

std::string FormatEvent(LogFormat format, absl::string_view time,
                        LogLevel level, absl::string_view event,
                        const LogFields& fields) {
  if (format == LogFormat::kJson) {
    Json object = {{"time", std::string(time)},
                   {"level", Name(level)},
                   {"event", std::string(event)}};
    for (const auto& [name, value] : fields) object[name] = value;
    return absl::StrCat(ToJson(object), "\n");
  }
  std::string line =
      absl::StrCat("time=", time, " level=", Name(level), " event=", event);
  for (const auto& [name, value] : fields) {
    absl::StrAppend(&line, " ", name, "=", TextValue(value));
  }
  return absl::StrCat(line, "\n");
}

}  // namespace backwire::server
