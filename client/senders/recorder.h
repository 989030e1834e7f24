// Collects the outcomes of calls while a run goes on. A call costs one short
// lock, which is far below what the call itself costs.
#ifndef BACKWIRE_CLIENT_SENDERS_RECORDER_H_
#define BACKWIRE_CLIENT_SENDERS_RECORDER_H_

#include <atomic>
#include <cstdint>
#include <mutex>

#include "client/senders/caller.h"
#include "client/senders/measurement.h"

namespace backwire::client {

inline constexpr int kWarmupSegment = -1;

struct SendTimes {
  int64_t intended_ns = 0;
  int64_t sent_ns = 0;
  int segment = 0;  // kWarmupSegment: not part of the results
};

// What a progress line shows: the calls since the last one.
struct Interval {
  int64_t ok = 0;
  int64_t failed = 0;
  int64_t in_flight = 0;
  Histogram latency;
};

// Thread-safe.
class Recorder {
 public:
  Recorder(int segment_count, int target_count);

  void CountSend(const SendTimes& times, bool waited_for_limit);
  void CountSkipped(int segment);
  void CountDone(const SendTimes& times, const CallOutcome& outcome);

  // The totals up to now, with this process's CPU time.
  Totals Snapshot();
  Interval TakeInterval();

  // How long calls have been sent without a single success; 0 after a success
  // that no call followed.
  int64_t NanosWithoutSuccess(int64_t now_ns) const;

  // Everything but `window` and `stop_reason`. Call it once, at the end.
  Measurement TakeMeasurement();

 private:
  void CountOk(const SendTimes& times, const CallOutcome& outcome);
  void CountFailure(const SendTimes& times, const CallOutcome& outcome);
  void CountMismatch(const CallOutcome& outcome);

  std::mutex mutex_;
  Measurement measurement_;
  Totals totals_;
  Interval interval_;
  int64_t in_flight_ = 0;
  std::atomic<int64_t> waiting_since_ns_{0};  // 0: not waiting
};

}  // namespace backwire::client

#endif  // BACKWIRE_CLIENT_SENDERS_RECORDER_H_
