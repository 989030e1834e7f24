#include "client/rpc/grpc_caller.h"

#include <grpcpp/channel.h>

#include <utility>

#include "client/rpc/call.h"

namespace backwire::client {
namespace {

class GrpcCaller final : public Caller {
 public:
  GrpcCaller(const RequestPlan* plan, const RequestSet* requests,
             const Verifier* verifier, std::vector<TargetChannel> channels)
      : environment_{plan, requests, verifier, &registry_} {
    for (TargetChannel& each : channels) {
      connections_.push_back({Stub(std::move(each.channel)), each.target});
    }
  }

  void Start(int64_t number, int64_t deadline_ns, Done done) override {
    Connection& connection =
        connections_[static_cast<size_t>(number) % connections_.size()];
    const auto make =
        environment_.plan->rpc == Rpc::kStream ? MakeStreamCall : MakeUnaryCall;
    // The call owns itself from here on.
    make(environment_, environment_.requests->IndexOf(number),
         connection.target, deadline_ns, std::move(done))
        .release()
        ->Start(&connection.stub);
  }

  void CancelAll() override { registry_.CancelAll(); }

 private:
  struct Connection {
    Stub stub;
    int target;
  };

  CallRegistry registry_;
  const CallEnvironment environment_;
  std::vector<Connection> connections_;
};

}  // namespace

std::unique_ptr<Caller> MakeGrpcCaller(const RequestPlan* plan,
                                       const RequestSet* requests,
                                       const Verifier* verifier,
                                       std::vector<TargetChannel> channels) {
  return std::make_unique<GrpcCaller>(plan, requests, verifier,
                                      std::move(channels));
}

}  // namespace backwire::client
