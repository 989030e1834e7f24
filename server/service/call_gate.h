// Lets calls in until the service shuts down, and knows which are under way.
//
// gRPC's own shutdown answers calls that arrive in its first moments with
// CANCELLED, which callers do not try again elsewhere. The gate refuses them
// with UNAVAILABLE before gRPC's shutdown begins.
#ifndef BACKWIRE_SERVER_SERVICE_CALL_GATE_H_
#define BACKWIRE_SERVER_SERVICE_CALL_GATE_H_

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace backwire::server {

// Thread-safe.
class CallGate {
 public:
  using Clock = std::chrono::steady_clock;

  // Counts a call as under way, until Leave(). False: the gate is closed, the
  // call must be refused (and still leave).
  [[nodiscard]] bool Enter();
  void Leave();

  void Close();

  // Waits until no call is under way and none has come for `quiet_time`, though
  // for those that only come to be refused no longer than `patience`; at most
  // until `deadline`. Returns whether no call is under way. REQUIRES: Close().
  bool WaitUntilQuiet(Clock::duration quiet_time, Clock::duration patience,
                      Clock::time_point deadline);

  int64_t in_flight() const;

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  int64_t in_flight_ = 0;
  bool closed_ = false;
  Clock::time_point last_event_;  // since the gate was closed
};

}  // namespace backwire::server

#endif  // BACKWIRE_SERVER_SERVICE_CALL_GATE_H_
