// Carries out the pace of a plan with a caller and returns what was measured.
#ifndef BACKWIRE_CLIENT_SENDERS_RUN_LOAD_H_
#define BACKWIRE_CLIENT_SENDERS_RUN_LOAD_H_

#include <cstdint>
#include <functional>

#include "client/plan/load_plan.h"
#include "client/senders/caller.h"
#include "client/senders/measurement.h"
#include "client/senders/recorder.h"
#include "client/senders/stop_flag.h"

namespace backwire::client {

struct ProgressOptions {
  int64_t every_ns = 0;  // 0: never
  std::function<void(const Interval&, int64_t interval_ns, int64_t elapsed_ns)>
      line;
};

// Blocks until the run is over and no call is under way: at the latest the
// plan's time plus one deadline, or shortly after `stop` was requested. A plan
// without an end in time (a count) is bounded by its stall timeout.
Measurement RunLoad(const PacePlan& plan, absl::Duration deadline,
                    int target_count, const ProgressOptions& progress,
                    Caller* caller, StopFlag* stop);

}  // namespace backwire::client

#endif  // BACKWIRE_CLIENT_SENDERS_RUN_LOAD_H_
