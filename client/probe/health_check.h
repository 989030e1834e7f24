// One question to a server's health service.
#ifndef BACKWIRE_CLIENT_PROBE_HEALTH_CHECK_H_
#define BACKWIRE_CLIENT_PROBE_HEALTH_CHECK_H_

#include <memory>
#include <string>

#include "absl/time/time.h"

namespace grpc {
class Channel;
}

namespace backwire::client {

enum class Health {
  kServing,
  kNotServing,  // the server answered, and does not serve the service
  kNoAnswer,    // not reachable, or silent until the timeout
};

struct HealthAnswer {
  Health health = Health::kNoAnswer;
  std::string text;  // why, for people; never empty
};

// Asks about `service` (empty: the server as a whole). Does not wait for a
// server that refuses connections. Returns after `timeout` at the latest.
HealthAnswer CheckHealth(const std::shared_ptr<grpc::Channel>& channel,
                         const std::string& service, absl::Duration timeout);

}  // namespace backwire::client

#endif  // BACKWIRE_CLIENT_PROBE_HEALTH_CHECK_H_
