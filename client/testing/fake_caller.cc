#include "client/testing/fake_caller.h"

#include <algorithm>
#include <utility>

#include "client/senders/clock.h"

namespace backwire::client {

FakeCaller::FakeCaller(Script script)
    : script_(std::move(script)), thread_([this] { Loop(); }) {}

FakeCaller::~FakeCaller() {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    ended_ = true;
    changed_.notify_all();
  }
  thread_.join();
}

void FakeCaller::Start(int64_t number, int64_t deadline_ns, Done done) {
  const Answer answer = script_(number, NowNanos());
  Pending pending;
  pending.done = std::move(done);
  pending.outcome.response_bytes = 100;
  pending.outcome.status_code = answer.status_code;
  if (answer.ignores_deadline) deadline_ns = kNever;
  if (answer.done_at_ns > deadline_ns) pending.outcome.status_code = 4;
  std::lock_guard<std::mutex> lock(mutex_);
  ++started_;
  pending_.emplace(std::min(answer.done_at_ns, deadline_ns),
                   std::move(pending));
  most_in_flight_ =
      std::max(most_in_flight_, static_cast<int>(pending_.size()));
  changed_.notify_all();
}

void FakeCaller::CancelAll() {
  std::lock_guard<std::mutex> lock(mutex_);
  std::multimap<int64_t, Pending> cancelled;
  for (auto& [time, pending] : pending_) {
    pending.outcome.status_code = 1;
    pending.outcome.abandoned = true;
    cancelled.emplace(0, std::move(pending));
  }
  pending_ = std::move(cancelled);
  changed_.notify_all();
}

void FakeCaller::Loop() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (!ended_) {
    if (pending_.empty()) {
      changed_.wait(lock);
      continue;
    }
    const auto first = pending_.begin();
    if (first->first > NowNanos()) {
      const int64_t due_ns = first->first;
      changed_.wait_until(lock, ToTimePoint(due_ns));
      continue;
    }
    Pending pending = std::move(first->second);
    pending_.erase(first);
    lock.unlock();
    pending.outcome.done_ns = NowNanos();
    pending.done(pending.outcome);
    lock.lock();
  }
}

int64_t FakeCaller::started() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return started_;
}

int FakeCaller::most_in_flight() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return most_in_flight_;
}

}  // namespace backwire::client
