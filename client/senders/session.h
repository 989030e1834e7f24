// The calls under way of one run: launches them, waits for room and for the
// end, and reports every outcome to the recorder.
#ifndef BACKWIRE_CLIENT_SENDERS_SESSION_H_
#define BACKWIRE_CLIENT_SENDERS_SESSION_H_

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>

#include "client/senders/caller.h"
#include "client/senders/recorder.h"
#include "client/senders/stop_flag.h"

namespace backwire::client {

// Borrows its arguments. Thread-safe. Outlives its calls: WaitUntilIdle()
// before it is destroyed.
class Session {
 public:
  // Runs after the outcome was recorded, before the call's place is free.
  using AfterCall = std::function<void(const CallOutcome&)>;

  Session(int64_t deadline_ns, Caller* caller, Recorder* recorder,
          const StopFlag* stop)
      : deadline_ns_(deadline_ns),
        caller_(caller),
        recorder_(recorder),
        stop_(stop) {}

  // Sends a call now. Its deadline counts from `intended_ns`.
  void Launch(int64_t intended_ns, int segment, bool waited_for_limit,
              AfterCall after = nullptr);

  // Waits until fewer than `limit` calls are under way. False at `until_ns`,
  // and when the run was stopped.
  bool WaitForRoom(int limit, int64_t until_ns);

  void WaitUntilIdle();

  // Sleeps until `time_ns`. False when the run was stopped before.
  bool SleepUntil(int64_t time_ns);

  bool stopped() const { return stop_->stopped(); }

 private:
  void Finish();

  const int64_t deadline_ns_;
  Caller* const caller_;
  Recorder* const recorder_;
  const StopFlag* const stop_;
  std::mutex mutex_;
  std::condition_variable changed_;
  int in_flight_ = 0;
  int64_t next_number_ = 0;
};

}  // namespace backwire::client

#endif  // BACKWIRE_CLIENT_SENDERS_SESSION_H_
