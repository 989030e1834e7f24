// Where the library's few log lines go. The default sink writes to stderr; a
// service that has a logger of its own installs it before it starts backwire.
#ifndef BACKWIRE_REGISTRY_LOG_H_
#define BACKWIRE_REGISTRY_LOG_H_

#include "absl/strings/string_view.h"

namespace backwire {

enum class LogSeverity { kInfo, kWarning, kError };

// Takes one line without its newline. May be called from any thread.
using LogSink = void (*)(LogSeverity severity, absl::string_view line);

// Replaces the sink; nullptr restores the default. Thread-safe.
void SetLogSink(LogSink sink);

void Log(LogSeverity severity, absl::string_view line);

}  // namespace backwire

#endif  // BACKWIRE_REGISTRY_LOG_H_
