#include "client/senders/closed_loop.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>

#include "client/senders/clock.h"
#include "client/senders/recorder.h"

namespace backwire::client {
namespace {

constexpr int kUnavailable = 14;  // gRPC's number of the code

// One run. Places are independent: each is either with a call under way, or
// resting until a due time, or closed.
class ClosedLoop {
 public:
  ClosedLoop(const PacePlan& plan, int64_t start_ns, Session* session)
      : plan_(plan),
        warmup_end_ns_(start_ns + absl::ToInt64Nanoseconds(plan.warmup)),
        end_ns_(warmup_end_ns_ + absl::ToInt64Nanoseconds(plan.duration)),
        session_(session) {}

  void Run() {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      open_places_ = plan_.concurrency;
    }
    for (int i = 0; i < plan_.concurrency; ++i) SendOrClose();
    ServeRestingPlaces();
    session_->WaitUntilIdle();
  }

 private:
  // Takes the number of calls into account: true if one more may be sent.
  bool Admit(int64_t now_ns, int* segment) {
    *segment = now_ns < warmup_end_ns_ ? kWarmupSegment : 0;
    if (session_->stopped()) return false;
    if (plan_.count == 0) return now_ns < end_ns_;
    if (*segment == kWarmupSegment) return true;
    std::lock_guard<std::mutex> lock(mutex_);
    return counted_++ < plan_.count;
  }

  void SendOrClose() {
    const int64_t now_ns = NowNanos();
    int segment;
    if (Admit(now_ns, &segment)) {
      session_->Launch(now_ns, segment, /*waited_for_limit=*/false,
                       [this](const CallOutcome& done) { Continue(done); });
      return;
    }
    std::lock_guard<std::mutex> lock(mutex_);
    if (--open_places_ == 0) changed_.notify_all();
  }

  void Continue(const CallOutcome& done) {
    if (done.status_code != kUnavailable) return SendOrClose();
    std::lock_guard<std::mutex> lock(mutex_);
    resting_until_ns_.push_back(NowNanos() + kUnavailablePauseNs);
    changed_.notify_all();
  }

  // Returns when every place is closed.
  void ServeRestingPlaces() {
    std::unique_lock<std::mutex> lock(mutex_);
    while (open_places_ > 0) {
      if (resting_until_ns_.empty()) {
        changed_.wait(lock);
        continue;
      }
      const int64_t due_ns = resting_until_ns_.front();
      if (NowNanos() < due_ns) {
        changed_.wait_until(lock, ToTimePoint(due_ns));
        continue;
      }
      resting_until_ns_.pop_front();
      lock.unlock();
      SendOrClose();
      lock.lock();
    }
  }

  const PacePlan& plan_;
  const int64_t warmup_end_ns_;
  const int64_t end_ns_;
  Session* const session_;
  std::mutex mutex_;
  std::condition_variable changed_;
  int open_places_ = 0;
  int64_t counted_ = 0;
  std::deque<int64_t> resting_until_ns_;  // rising, since the pause is constant
};

}  // namespace

void RunClosedLoop(const PacePlan& plan, int64_t start_ns, Session* session) {
  ClosedLoop(plan, start_ns, session).Run();
}

}  // namespace backwire::client
