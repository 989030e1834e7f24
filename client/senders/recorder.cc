#include "client/senders/recorder.h"

#include <sys/resource.h>

#include <algorithm>
#include <utility>

#include "client/senders/clock.h"

namespace backwire::client {
namespace {

constexpr int kKeptMessages = 3;

int64_t ToNanos(const timeval& time) {
  return (int64_t{time.tv_sec} * 1'000'000 + time.tv_usec) * 1000;
}

void KeepMessage(const std::string& message, StatusTally* tally) {
  std::vector<std::string>& kept = tally->first_messages;
  if (kept.size() >= kKeptMessages) return;
  if (std::find(kept.begin(), kept.end(), message) != kept.end()) return;
  kept.push_back(message);
}

}  // namespace

Totals operator-(const Totals& end, const Totals& begin) {
  Totals window;
  window.time_ns = end.time_ns - begin.time_ns;
  window.user_cpu_ns = end.user_cpu_ns - begin.user_cpu_ns;
  window.system_cpu_ns = end.system_cpu_ns - begin.system_cpu_ns;
  window.ok = end.ok - begin.ok;
  window.failed = end.failed - begin.failed;
  window.request_bytes = end.request_bytes - begin.request_bytes;
  window.response_bytes = end.response_bytes - begin.response_bytes;
  window.response_messages = end.response_messages - begin.response_messages;
  window.decode_ns = end.decode_ns - begin.decode_ns;
  return window;
}

Recorder::Recorder(int segment_count, int target_count) {
  measurement_.segments.resize(segment_count);
  measurement_.targets.resize(target_count);
}

void Recorder::CountSend(const SendTimes& times, bool waited_for_limit) {
  int64_t not_waiting = 0;
  waiting_since_ns_.compare_exchange_strong(not_waiting, times.sent_ns);
  std::lock_guard<std::mutex> lock(mutex_);
  ++in_flight_;
  if (times.segment == kWarmupSegment) return;
  const int64_t lag_ns = times.sent_ns - times.intended_ns;
  measurement_.send_lag.Record(lag_ns);
  if (lag_ns <= kLateNs) return;
  ++measurement_.late;
  if (waited_for_limit) ++measurement_.late_by_limit;
}

void Recorder::CountSkipped(int segment) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (segment != kWarmupSegment) ++measurement_.skipped;
}

void Recorder::CountDone(const SendTimes& times, const CallOutcome& outcome) {
  const bool ok = outcome.status_code == 0 && outcome.mismatch.empty();
  if (ok) waiting_since_ns_.store(0);
  std::lock_guard<std::mutex> lock(mutex_);
  --in_flight_;
  if (outcome.abandoned) {
    ++measurement_.abandoned;
    return;
  }
  totals_.request_bytes += outcome.request_bytes;
  totals_.response_bytes += outcome.response_bytes;
  totals_.response_messages += outcome.response_messages;
  totals_.decode_ns += outcome.decode_ns;
  if (!outcome.mismatch.empty()) CountMismatch(outcome);
  if (ok) {
    CountOk(times, outcome);
  } else {
    CountFailure(times, outcome);
  }
}

void Recorder::CountOk(const SendTimes& times, const CallOutcome& outcome) {
  const int64_t latency_ns = outcome.done_ns - times.intended_ns;
  ++totals_.ok;
  ++interval_.ok;
  interval_.latency.Record(latency_ns);
  if (times.segment == kWarmupSegment) {
    ++measurement_.warmup_calls;
    return;
  }
  ++measurement_.ok;
  ++measurement_.by_status[0].count;
  measurement_.latency.Record(latency_ns);
  measurement_.service_time.Record(outcome.done_ns - times.sent_ns);
  for (Tally* tally : {&measurement_.segments[times.segment],
                       &measurement_.targets[outcome.target]}) {
    ++tally->ok;
    tally->latency.Record(latency_ns);
  }
}

void Recorder::CountFailure(const SendTimes& times,
                            const CallOutcome& outcome) {
  ++totals_.failed;
  ++interval_.failed;
  if (times.segment == kWarmupSegment) {
    ++measurement_.warmup_calls;
    return;
  }
  ++measurement_.failed;
  if (outcome.status_code != 0) {
    StatusTally& tally = measurement_.by_status[outcome.status_code];
    ++tally.count;
    KeepMessage(outcome.message, &tally);
  }
  measurement_.failed_latency.Record(outcome.done_ns - times.intended_ns);
  ++measurement_.segments[times.segment].failed;
  ++measurement_.targets[outcome.target].failed;
}

// Counted during the warm-up too: a wrong response is wrong at any time.
void Recorder::CountMismatch(const CallOutcome& outcome) {
  if (measurement_.mismatches++ == 0) {
    measurement_.first_mismatch = outcome.mismatch;
  }
}

Totals Recorder::Snapshot() {
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  std::lock_guard<std::mutex> lock(mutex_);
  Totals totals = totals_;
  totals.time_ns = NowNanos();
  totals.user_cpu_ns = ToNanos(usage.ru_utime);
  totals.system_cpu_ns = ToNanos(usage.ru_stime);
  return totals;
}

Interval Recorder::TakeInterval() {
  std::lock_guard<std::mutex> lock(mutex_);
  Interval taken = std::move(interval_);
  interval_ = Interval();
  taken.in_flight = in_flight_;
  return taken;
}

int64_t Recorder::NanosWithoutSuccess(int64_t now_ns) const {
  const int64_t since_ns = waiting_since_ns_.load();
  return since_ns == 0 ? 0 : now_ns - since_ns;
}

Measurement Recorder::TakeMeasurement() {
  std::lock_guard<std::mutex> lock(mutex_);
  return std::move(measurement_);
}

}  // namespace backwire::client
