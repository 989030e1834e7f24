#include "client/senders/monitor.h"

#include <algorithm>
#include <utility>

#include "client/senders/clock.h"

namespace backwire::client {
namespace {

constexpr int64_t kTickNs = 50'000'000;

}  // namespace

Monitor::Monitor(MonitorOptions options, Recorder* recorder, Caller* caller,
                 StopFlag* stop)
    : options_(std::move(options)),
      recorder_(recorder),
      caller_(caller),
      stop_(stop),
      last_progress_ns_(options_.start_ns) {
  // Before the first call, not whenever the thread comes to run.
  CheckWindow(NowNanos());
  thread_ = std::thread([this] { Loop(); });
}

Monitor::~Monitor() { Join(); }

void Monitor::Join() {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    finished_ = true;
    changed_.notify_all();
  }
  if (thread_.joinable()) thread_.join();
}

Totals Monitor::Finish() {
  Join();
  CheckWindow(NowNanos());
  if (!begin_.has_value()) return Totals();
  if (!end_.has_value()) end_ = recorder_->Snapshot();
  return *end_ - *begin_;
}

void Monitor::Loop() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (!finished_) {
    lock.unlock();
    const int64_t now_ns = NowNanos();
    CheckWindow(now_ns);
    CheckStop(now_ns);
    CheckProgress(now_ns);
    lock.lock();
    if (finished_) break;
    changed_.wait_until(lock, ToTimePoint(NextWakeUp(now_ns)));
  }
}

int64_t Monitor::NextWakeUp(int64_t now_ns) const {
  int64_t next_ns = now_ns + kTickNs;
  if (!begin_.has_value())
    next_ns = std::min(next_ns, options_.window_begin_ns);
  if (!end_.has_value() && options_.window_end_ns.has_value()) {
    next_ns = std::min(next_ns, *options_.window_end_ns);
  }
  return next_ns;
}

void Monitor::CheckWindow(int64_t now_ns) {
  if (!begin_.has_value() && now_ns >= options_.window_begin_ns) {
    begin_ = recorder_->Snapshot();
  }
  const bool over = stop_->stopped() || (options_.window_end_ns.has_value() &&
                                         now_ns >= *options_.window_end_ns);
  if (begin_.has_value() && !end_.has_value() && over) {
    end_ = recorder_->Snapshot();
  }
}

void Monitor::CheckStop(int64_t now_ns) {
  if (recorder_->NanosWithoutSuccess(now_ns) > options_.stall_timeout_ns) {
    stop_->Request(StopReason::kNoSuccess);
  }
  if (!stop_->stopped()) return;
  if (stopped_at_ns_ == 0) stopped_at_ns_ = now_ns;
  // Again at every tick: a call may have been on its way into the transport.
  if (stop_->reason() == StopReason::kNoSuccess ||
      now_ns - stopped_at_ns_ >= kStopGraceNs) {
    caller_->CancelAll();
  }
}

void Monitor::CheckProgress(int64_t now_ns) {
  if (options_.progress_ns == 0) return;
  if (now_ns - last_progress_ns_ < options_.progress_ns) return;
  const int64_t interval_ns = now_ns - last_progress_ns_;
  last_progress_ns_ = now_ns;
  options_.progress(recorder_->TakeInterval(), interval_ns,
                    now_ns - options_.start_ns);
}

}  // namespace backwire::client
