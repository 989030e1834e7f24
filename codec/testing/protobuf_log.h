// What protobuf writes to its log. Versions have different loggers; this hides
// which.
#ifndef BACKWIRE_TESTING_PROTOBUF_LOG_H_
#define BACKWIRE_TESTING_PROTOBUF_LOG_H_

#include <functional>
#include <string>
#include <vector>

namespace backwire::testing {

// Keeps protobuf's log away from stderr while it lives. At most one at a time,
// and no LogOf() within.
class SilentLog {
 public:
  SilentLog();
  ~SilentLog();
  SilentLog(const SilentLog&) = delete;
  SilentLog& operator=(const SilentLog&) = delete;
};

// The lines that protobuf logs while `run()` runs, without the logger's own
// head; they do not reach stderr.
std::vector<std::string> LogOf(const std::function<void()>& run);

}  // namespace backwire::testing

#endif  // BACKWIRE_TESTING_PROTOBUF_LOG_H_
