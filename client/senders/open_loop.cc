#include "client/senders/open_loop.h"

#include <sys/prctl.h>

#include "client/senders/clock.h"

namespace backwire::client {
namespace {

// The plan's schedule behind its warm-up, at the schedule's first rate.
Schedule WithWarmup(const PacePlan& plan) {
  Schedule schedule = plan.schedule;
  if (plan.warmup > absl::ZeroDuration()) {
    const double rate = schedule.front().from_per_second;
    schedule.insert(schedule.begin(), RateSegment{rate, rate, plan.warmup});
  }
  return schedule;
}

}  // namespace

void RunOpenLoop(const PacePlan& plan, int64_t deadline_ns, int64_t start_ns,
                 Session* session, Recorder* recorder) {
  // The default slack of 50 us would make every send a little late.
  prctl(PR_SET_TIMERSLACK, 1000, 0, 0, 0);
  const Schedule schedule = WithWarmup(plan);
  const int warmup_segments = schedule.size() - plan.schedule.size();
  Arrivals arrivals(schedule);
  int64_t counted = 0;
  while (plan.count == 0 || counted < plan.count) {
    const std::optional<Arrival> arrival = arrivals.Next();
    if (!arrival.has_value()) break;
    const int64_t intended_ns = start_ns + arrival->offset_ns;
    const int segment = arrival->segment < warmup_segments
                            ? kWarmupSegment
                            : arrival->segment - warmup_segments;
    if (segment != kWarmupSegment) ++counted;
    if (!session->SleepUntil(intended_ns)) break;
    const bool full = !session->WaitForRoom(plan.max_in_flight, 0);
    if (session->stopped()) break;
    if (full &&
        !session->WaitForRoom(plan.max_in_flight, intended_ns + deadline_ns)) {
      if (session->stopped()) break;
      recorder->CountSkipped(segment);
      continue;
    }
    session->Launch(intended_ns, segment, full);
  }
  session->WaitUntilIdle();
}

}  // namespace backwire::client
