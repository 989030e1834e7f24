#include "client/senders/run_load.h"

#include <algorithm>

#include "client/senders/clock.h"
#include "client/senders/closed_loop.h"
#include "client/senders/monitor.h"
#include "client/senders/open_loop.h"
#include "client/senders/session.h"

namespace backwire::client {
namespace {

MonitorOptions MakeMonitorOptions(const PacePlan& plan, int64_t start_ns,
                                  const ProgressOptions& progress) {
  MonitorOptions options;
  options.start_ns = start_ns;
  options.window_begin_ns = start_ns + absl::ToInt64Nanoseconds(plan.warmup);
  const absl::Duration time =
      plan.open_loop() ? TotalDuration(plan.schedule) : plan.duration;
  if (plan.count == 0) {
    options.window_end_ns =
        options.window_begin_ns + absl::ToInt64Nanoseconds(time);
  }
  options.stall_timeout_ns = absl::ToInt64Nanoseconds(plan.stall_timeout);
  options.progress_ns = progress.every_ns;
  options.progress = progress.line;
  return options;
}

}  // namespace

Measurement RunLoad(const PacePlan& plan, absl::Duration deadline,
                    int target_count, const ProgressOptions& progress,
                    Caller* caller, StopFlag* stop) {
  const int64_t deadline_ns = absl::ToInt64Nanoseconds(deadline);
  const int segments = std::max<int>(1, plan.schedule.size());
  Recorder recorder(segments, target_count);
  Session session(deadline_ns, caller, &recorder, stop);
  const int64_t start_ns = NowNanos();
  Monitor monitor(MakeMonitorOptions(plan, start_ns, progress), &recorder,
                  caller, stop);
  if (plan.open_loop()) {
    RunOpenLoop(plan, deadline_ns, start_ns, &session, &recorder);
  } else {
    RunClosedLoop(plan, start_ns, &session);
  }
  const Totals window = monitor.Finish();
  Measurement measurement = recorder.TakeMeasurement();
  measurement.window = window;
  measurement.stop_reason = stop->reason();
  return measurement;
}

}  // namespace backwire::client
