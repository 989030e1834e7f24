#include "server/service/call_gate.h"

#include <algorithm>

namespace backwire::server {

bool CallGate::Enter() {
  std::lock_guard<std::mutex> lock(mutex_);
  ++in_flight_;
  return !closed_;
}

void CallGate::Leave() {
  std::lock_guard<std::mutex> lock(mutex_);
  --in_flight_;
  if (!closed_) return;
  last_event_ = Clock::now();
  changed_.notify_all();
}

void CallGate::Close() {
  std::lock_guard<std::mutex> lock(mutex_);
  closed_ = true;
  last_event_ = Clock::now();
}

bool CallGate::WaitUntilQuiet(Clock::duration quiet_time,
                              Clock::duration patience,
                              Clock::time_point deadline) {
  std::unique_lock<std::mutex> lock(mutex_);
  const Clock::time_point patience_ends = Clock::now() + patience;
  for (;;) {
    Clock::time_point until = deadline;
    if (in_flight_ == 0) {
      until = std::min({deadline, patience_ends, last_event_ + quiet_time});
    }
    if (Clock::now() >= until) return in_flight_ == 0;
    changed_.wait_until(lock, until);
  }
}

int64_t CallGate::in_flight() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return in_flight_;
}

}  // namespace backwire::server
