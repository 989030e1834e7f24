// The one call that a service or a client makes to use backwire.
#ifndef BACKWIRE_GRPC_START_H_
#define BACKWIRE_GRPC_START_H_

#include <cstddef>
#include <string>

#include "absl/status/status.h"

namespace backwire {

struct StartOptions {
  // "stock", "reflective", "generated" or "parity"; empty means stock. Any
  // other text means stock too, and logs one WARNING that names the four.
  std::string codec;

  // `parity` compares this share of the messages: 0 to 1.
  double parity_sample_rate = 0.01;
  // `parity` compares no larger messages than this: 0 to 2 GiB - 1. The default
  // is what gRPC receives at most unless told otherwise.
  size_t parity_max_message_bytes = 4 << 20;
};

// Chooses the codec of this process, checks that gRPC's own call path reaches
// it, and logs one INFO line that names it. Call it in main(), before the first
// channel or server is made.
//
// FAILED_PRECONDITION: another codec was chosen before, or the self-check found
// that calls do not reach the library (the text says what to link
// differently); do not serve then. INVALID_ARGUMENT: a rate outside 0 to 1, or
// a largest message outside its range.
absl::Status Start(const StartOptions& options);

}  // namespace backwire

#endif  // BACKWIRE_GRPC_START_H_
