// Watches a run from a thread of its own: takes the totals at both ends of the
// measured window, feeds progress lines, and gives up a run that makes no
// progress.
#ifndef BACKWIRE_CLIENT_SENDERS_MONITOR_H_
#define BACKWIRE_CLIENT_SENDERS_MONITOR_H_

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "client/senders/caller.h"
#include "client/senders/recorder.h"
#include "client/senders/stop_flag.h"

namespace backwire::client {

struct MonitorOptions {
  int64_t start_ns = 0;  // all times are of NowNanos()
  int64_t window_begin_ns = 0;
  std::optional<int64_t> window_end_ns;  // nullopt: when the run ends
  int64_t stall_timeout_ns = 0;
  int64_t progress_ns = 0;  // 0: no progress lines
  // Takes the calls of the last interval, its length, and the time since the
  // start. Runs on the monitor's thread.
  std::function<void(const Interval&, int64_t interval_ns, int64_t elapsed_ns)>
      progress;
};

// Once the run was stopped, calls under way get this long before they are
// cancelled.
inline constexpr int64_t kStopGraceNs = 1'000'000'000;

// Borrows its arguments. The thread starts with the object.
class Monitor {
 public:
  Monitor(MonitorOptions options, Recorder* recorder, Caller* caller,
          StopFlag* stop);
  ~Monitor();

  // Ends the watch; call it once, when the run is over. The totals of the
  // window; all zero when the run was over before the window began.
  Totals Finish();

 private:
  void Loop();
  void CheckWindow(int64_t now_ns);
  void CheckStop(int64_t now_ns);
  void CheckProgress(int64_t now_ns);
  int64_t NextWakeUp(int64_t now_ns) const;
  void Join();

  const MonitorOptions options_;
  Recorder* const recorder_;
  Caller* const caller_;
  StopFlag* const stop_;
  std::optional<Totals> begin_;
  std::optional<Totals> end_;
  int64_t stopped_at_ns_ = 0;
  int64_t last_progress_ns_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool finished_ = false;
  std::thread thread_;
};

}  // namespace backwire::client

#endif  // BACKWIRE_CLIENT_SENDERS_MONITOR_H_
