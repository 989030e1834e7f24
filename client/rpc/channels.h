// gRPC channels that are what a load test means by connections: each one has a
// TCP connection of its own.
#ifndef BACKWIRE_CLIENT_RPC_CHANNELS_H_
#define BACKWIRE_CLIENT_RPC_CHANNELS_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "client/plan/load_plan.h"

namespace grpc {
class Channel;
}

namespace backwire::client {

struct TargetChannel {
  std::shared_ptr<grpc::Channel> channel;
  int target = 0;  // index into the plan's targets
};

// plan.connections channels to every target, the targets taking turns. Nothing
// is connected yet. INVALID_ARGUMENT: a TLS file that cannot be read.
absl::StatusOr<std::vector<TargetChannel>> MakeChannels(
    const ConnectionPlan& plan);

// Blocks until every channel is connected. UNAVAILABLE: one was not within the
// plan's connect_timeout; the text names its target and the cause. CANCELLED:
// `stopped` became true.
absl::Status ConnectAll(const ConnectionPlan& plan,
                        const std::vector<TargetChannel>& channels,
                        const std::function<bool()>& stopped);

}  // namespace backwire::client

#endif  // BACKWIRE_CLIENT_RPC_CHANNELS_H_
