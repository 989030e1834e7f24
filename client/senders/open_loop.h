// Sends calls at the times that a schedule gives, whatever the server does.
//
// A latency counts from the intended send time. When `max_in_flight` calls are
// under way, sends wait in their order and go out late; one that finds no room
// within its deadline is skipped and counted. So a server that stalls shows in
// every call that was to be sent meanwhile.
#ifndef BACKWIRE_CLIENT_SENDERS_OPEN_LOOP_H_
#define BACKWIRE_CLIENT_SENDERS_OPEN_LOOP_H_

#include <cstdint>

#include "client/plan/load_plan.h"
#include "client/senders/recorder.h"
#include "client/senders/session.h"

namespace backwire::client {

// Runs the plan's warm-up and schedule, the first call at `start_ns` (of
// NowNanos()), until the schedule, the count or the session's stop ends it, and
// waits for the calls under way. REQUIRES: plan.open_loop().
void RunOpenLoop(const PacePlan& plan, int64_t deadline_ns, int64_t start_ns,
                 Session* session, Recorder* recorder);

}  // namespace backwire::client

#endif  // BACKWIRE_CLIENT_SENDERS_OPEN_LOOP_H_
