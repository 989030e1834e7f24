// Lets one timed capture run at a time: who asks for the same kind meanwhile
// shares it, who asks for another kind is refused, and a shutdown ends it early
// with everything that was collected so far.
#ifndef BACKWIRE_SERVER_ADMIN_CAPTURE_GATE_H_
#define BACKWIRE_SERVER_ADMIN_CAPTURE_GATE_H_

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace backwire::admin {

// How to take one kind of capture. Both functions run on the thread that asked
// first; `stop` only after `start` returned OK.
struct CaptureKind {
  std::string name;        // "cpu"
  std::string parameters;  // "every=1000": what a shared capture must agree in
  std::function<absl::Status()> start;
  std::function<absl::StatusOr<std::string>()> stop;
};

struct Captured {
  std::string body;
  bool shared = false;  // another caller had started it
  std::chrono::system_clock::time_point began;
  std::chrono::nanoseconds lasted{0};
};

// Thread-safe.
class CaptureGate {
 public:
  // At most this many callers wait for one capture: each holds a thread.
  static constexpr int kMaxCallers = 8;

  // Captures for `duration`, or waits for the end of a running capture of the
  // same kind and returns that.
  //
  // ABORTED: another kind runs, or the same with other parameters; the text
  // names it. RESOURCE_EXHAUSTED: too many callers wait. UNAVAILABLE: after
  // EndAll(). Else what `kind` returned.
  absl::StatusOr<Captured> Run(const CaptureKind& kind,
                               std::chrono::milliseconds duration);

  // The kind that collects by now, or "".
  std::string running() const;

  // Ends a running capture now and refuses further ones.
  void EndAll();

 private:
  struct Capture {
    std::string kind;
    std::string parameters;
    int callers = 1;
    bool started = false;
    bool done = false;
    absl::StatusOr<Captured> result = Captured();
  };

  absl::StatusOr<Captured> Join(std::unique_lock<std::mutex>& lock,
                                const CaptureKind& kind);
  absl::StatusOr<Captured> Take(const CaptureKind& kind,
                                std::chrono::milliseconds duration,
                                bool& started);

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::shared_ptr<Capture> running_;
  bool ended_ = false;
};

}  // namespace backwire::admin

#endif  // BACKWIRE_SERVER_ADMIN_CAPTURE_GATE_H_
