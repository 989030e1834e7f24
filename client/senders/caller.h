// The seam between the senders, which know when to send, and the transport,
// which knows how. Senders are tested against a caller without a network.
#ifndef BACKWIRE_CLIENT_SENDERS_CALLER_H_
#define BACKWIRE_CLIENT_SENDERS_CALLER_H_

#include <cstdint>
#include <functional>
#include <string>

namespace backwire::client {

struct CallOutcome {
  int status_code = 0;     // gRPC's number; 0 is OK
  std::string message;     // of a failed call
  bool abandoned = false;  // cancelled by CancelAll(): neither good nor failed
  std::string mismatch;    // how the response differs from the expected one
  int64_t done_ns = 0;     // NowNanos() when the call had ended
  int target = 0;          // index into the plan's targets
  int64_t request_bytes = 0;  // of messages, without framing
  int64_t response_bytes = 0;
  int64_t response_messages = 0;
  int64_t decode_ns = 0;  // wall time inside the decoder
};

// Thread-safe.
class Caller {
 public:
  using Done = std::function<void(CallOutcome)>;

  virtual ~Caller() = default;

  // Starts call `number` and returns at once. It ends by `deadline_ns` (of
  // NowNanos()) at the latest. `done` runs exactly once, on a thread of the
  // transport, never inside Start().
  virtual void Start(int64_t number, int64_t deadline_ns, Done done) = 0;

  // Cancels every call under way.
  virtual void CancelAll() = 0;
};

}  // namespace backwire::client

#endif  // BACKWIRE_CLIENT_SENDERS_CALLER_H_
