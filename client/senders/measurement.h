// What a run measured: plain data.
//
// Two scopes, never mixed. Latencies and call counts are of the calls whose
// intended send time lies after the warm-up, whenever they ended. Throughput,
// bytes and CPU are of the window: from the end of the warm-up to the end of
// the plan's time (or to the last call, when a count ends the run).
#ifndef BACKWIRE_CLIENT_SENDERS_MEASUREMENT_H_
#define BACKWIRE_CLIENT_SENDERS_MEASUREMENT_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "client/histogram/histogram.h"
#include "client/senders/stop_flag.h"

namespace backwire::client {

// The calls of one segment of the schedule, or of one target.
struct Tally {
  int64_t ok = 0;
  int64_t failed = 0;
  Histogram latency;  // of the calls that succeeded
};

struct StatusTally {
  int64_t count = 0;
  std::vector<std::string> first_messages;  // distinct, at most 3
};

// Running totals; a window is the difference of two.
struct Totals {
  int64_t time_ns = 0;
  int64_t user_cpu_ns = 0;  // of this process
  int64_t system_cpu_ns = 0;
  int64_t ok = 0;
  int64_t failed = 0;
  int64_t request_bytes = 0;  // messages of all calls that ended
  int64_t response_bytes = 0;
  int64_t response_messages = 0;
  int64_t decode_ns = 0;
};

Totals operator-(const Totals& end, const Totals& begin);

struct Measurement {
  int64_t ok = 0;
  int64_t failed = 0;
  int64_t abandoned = 0;   // under way when the run was stopped
  int64_t mismatches = 0;  // responses that --verify refused; not in `ok`
  std::string first_mismatch;
  int64_t warmup_calls = 0;
  int64_t skipped = 0;  // open loop: found no free place within the deadline
  int64_t late = 0;     // open loop: sent over kLateNs after the intended time
  int64_t late_by_limit = 0;  // of these, late since too many were under way
  std::map<int, StatusTally> by_status;  // every code seen, OK too

  // From the intended send time to the end, in ns. For a closed loop the
  // intended time is when the call is sent.
  Histogram latency;         // calls that succeeded
  Histogram failed_latency;  // calls that failed
  Histogram service_time;    // succeeded; from the actual send time
  Histogram send_lag;        // actual minus intended send time

  std::vector<Tally> segments;
  std::vector<Tally> targets;
  Totals window;
  StopReason stop_reason = StopReason::kNone;
};

inline constexpr int64_t kLateNs = 1'000'000;

}  // namespace backwire::client

#endif  // BACKWIRE_CLIENT_SENDERS_MEASUREMENT_H_
