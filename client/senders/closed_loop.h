// Keeps a fixed number of calls under way: each call that ends starts the next
// one. No thread waits for a call.
#ifndef BACKWIRE_CLIENT_SENDERS_CLOSED_LOOP_H_
#define BACKWIRE_CLIENT_SENDERS_CLOSED_LOOP_H_

#include <cstdint>

#include "client/plan/load_plan.h"
#include "client/senders/session.h"

namespace backwire::client {

// Runs the plan's warm-up and its time or count, from `start_ns` (of
// NowNanos()) on, until that or the session's stop ends it, and waits for the
// calls under way. After a call that found no server (UNAVAILABLE) its place
// rests for kUnavailablePause, or a dead server would make the client spin.
// REQUIRES: !plan.open_loop().
void RunClosedLoop(const PacePlan& plan, int64_t start_ns, Session* session);

inline constexpr int64_t kUnavailablePauseNs = 100'000'000;

}  // namespace backwire::client

#endif  // BACKWIRE_CLIENT_SENDERS_CLOSED_LOOP_H_
