// A caller without a network for the tests of the senders: every call ends
// after the time, and with the outcome, that a function gives.
#ifndef BACKWIRE_CLIENT_TESTING_FAKE_CALLER_H_
#define BACKWIRE_CLIENT_TESTING_FAKE_CALLER_H_

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <thread>

#include "client/senders/caller.h"

namespace backwire::client {

// Thread-safe.
class FakeCaller final : public Caller {
 public:
  struct Answer {
    int64_t done_at_ns;  // of NowNanos(); kNever: only by deadline or cancel
    int status_code = 0;
    bool ignores_deadline = false;
  };
  static constexpr int64_t kNever = int64_t{1} << 62;

  // Called for call `number` at the time it starts.
  using Script = std::function<Answer(int64_t number, int64_t now_ns)>;

  explicit FakeCaller(Script script);
  ~FakeCaller() override;

  void Start(int64_t number, int64_t deadline_ns, Done done) override;
  void CancelAll() override;

  int64_t started() const;
  int most_in_flight() const;

 private:
  struct Pending {
    Done done;
    CallOutcome outcome;
  };

  void Loop();

  const Script script_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::multimap<int64_t, Pending> pending_;  // by the time at which it ends
  int64_t started_ = 0;
  int most_in_flight_ = 0;
  bool ended_ = false;
  std::thread thread_;
};

}  // namespace backwire::client

#endif  // BACKWIRE_CLIENT_TESTING_FAKE_CALLER_H_
