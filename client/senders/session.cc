#include "client/senders/session.h"

#include <time.h>

#include <algorithm>
#include <utility>

#include "client/senders/clock.h"

namespace backwire::client {
namespace {

// Waits are cut into slices, so that a stop is noticed without a wake-up.
constexpr int64_t kSliceNs = 50'000'000;

void SleepOnceUntil(int64_t time_ns) {
  const timespec until = {static_cast<time_t>(time_ns / 1'000'000'000),
                          static_cast<long>(time_ns % 1'000'000'000)};
  clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr);
}

}  // namespace

void Session::Launch(int64_t intended_ns, int segment, bool waited_for_limit,
                     AfterCall after) {
  int64_t number;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    number = next_number_++;
    ++in_flight_;
  }
  const SendTimes times = {intended_ns, NowNanos(), segment};
  recorder_->CountSend(times, waited_for_limit);
  caller_->Start(number, intended_ns + deadline_ns_,
                 [this, times, after = std::move(after)](CallOutcome outcome) {
                   recorder_->CountDone(times, outcome);
                   if (after) after(outcome);
                   Finish();
                 });
}

void Session::Finish() {
  // Notified under the lock: the waiter may destroy the session right after.
  std::lock_guard<std::mutex> lock(mutex_);
  --in_flight_;
  changed_.notify_all();
}

bool Session::WaitForRoom(int limit, int64_t until_ns) {
  std::unique_lock<std::mutex> lock(mutex_);
  while (in_flight_ >= limit) {
    const int64_t now_ns = NowNanos();
    if (stop_->stopped() || now_ns >= until_ns) return false;
    changed_.wait_until(lock,
                        ToTimePoint(std::min(until_ns, now_ns + kSliceNs)));
  }
  return !stop_->stopped();
}

void Session::WaitUntilIdle() {
  std::unique_lock<std::mutex> lock(mutex_);
  changed_.wait(lock, [this] { return in_flight_ == 0; });
}

bool Session::SleepUntil(int64_t time_ns) {
  for (int64_t now_ns = NowNanos(); now_ns < time_ns; now_ns = NowNanos()) {
    if (stop_->stopped()) return false;
    SleepOnceUntil(std::min(time_ns, now_ns + kSliceNs));
  }
  return !stop_->stopped();
}

}  // namespace backwire::client
