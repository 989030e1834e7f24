// The server's log: one line an event to stderr, as key=value pairs or as JSON,
// written in one piece so that lines of different threads never mix.
#ifndef BACKWIRE_SERVER_LOG_EVENT_LOG_H_
#define BACKWIRE_SERVER_LOG_EVENT_LOG_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"

namespace backwire::server {

enum class LogFormat { kText, kJson };
enum class LogLevel { kInfo, kWarning, kError };

struct LogOptions {
  LogFormat format = LogFormat::kText;
  LogLevel level = LogLevel::kInfo;  // lower ones are not written
};

using LogFields = std::vector<std::pair<std::string, std::string>>;

// Sets the options for the process, and sends the codec library's lines here as
// events named "codec". Call it before other threads log.
void InitLog(const LogOptions& options);

// Writes an event. `event` is a short constant such as "serving"; `fields` come
// after it in their order. Thread-safe.
void LogEvent(LogLevel level, absl::string_view event, const LogFields& fields);

// The line of an event, with its newline. `time` is RFC 3339 text. Bytes that
// are not UTF-8 are replaced, control characters escaped: one event is always
// one line.
std::string FormatEvent(LogFormat format, absl::string_view time,
                        LogLevel level, absl::string_view event,
                        const LogFields& fields);

}  // namespace backwire::server

#endif  // BACKWIRE_SERVER_LOG_EVENT_LOG_H_
