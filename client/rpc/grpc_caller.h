// Makes the calls of a run through gRPC's callback API.
#ifndef BACKWIRE_CLIENT_RPC_GRPC_CALLER_H_
#define BACKWIRE_CLIENT_RPC_GRPC_CALLER_H_

#include <memory>
#include <vector>

#include "client/plan/load_plan.h"
#include "client/rpc/channels.h"
#include "client/rpc/request_set.h"
#include "client/senders/caller.h"
#include "client/verify/verifier.h"

namespace backwire::client {

// Call n takes channel n and request n, both in turn. Borrows everything but
// the channels; `verifier` may be nullptr. Destroy it only when no call is
// under way.
std::unique_ptr<Caller> MakeGrpcCaller(const RequestPlan* plan,
                                       const RequestSet* requests,
                                       const Verifier* verifier,
                                       std::vector<TargetChannel> channels);

}  // namespace backwire::client

#endif  // BACKWIRE_CLIENT_RPC_GRPC_CALLER_H_
