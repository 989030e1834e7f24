// Asks a run to end before its time: by a signal, or because it makes no
// progress. The first reason stays.
#ifndef BACKWIRE_CLIENT_SENDERS_STOP_FLAG_H_
#define BACKWIRE_CLIENT_SENDERS_STOP_FLAG_H_

#include <atomic>

namespace backwire::client {

enum class StopReason {
  kNone,         // the plan was carried out
  kInterrupted,  // SIGINT or SIGTERM
  kNoSuccess,    // no call succeeded for the stall timeout
};

// Thread-safe.
class StopFlag {
 public:
  void Request(StopReason reason) {
    StopReason none = StopReason::kNone;
    reason_.compare_exchange_strong(none, reason);
  }
  StopReason reason() const { return reason_.load(); }
  bool stopped() const { return reason() != StopReason::kNone; }

 private:
  std::atomic<StopReason> reason_{StopReason::kNone};
};

}  // namespace backwire::client

#endif  // BACKWIRE_CLIENT_SENDERS_STOP_FLAG_H_
