#include "server/fanout/fanout_service.h"

#include "candidates/v1/candidates.grpc.pb.h"
#include "grpcpp/create_channel.h"
#include "server/fanout/fanout_call.h"
#include "server/service/arena_message_allocator.h"
#include "server/service/arena_pool.h"

namespace backwire::server {
namespace {

using candidates::v1::CandidateService;
using candidates::v1::GenerateRequest;
using candidates::v1::GenerateResponse;

constexpr size_t kMaxIdleArenas = 64;

std::shared_ptr<grpc::Channel> MakeChannel(const FanoutOptions& options) {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(options.max_response_bytes);
  return grpc::CreateCustomChannel(
      options.target, grpc::InsecureChannelCredentials(), arguments);
}

class FanoutServiceImpl final : public CandidateService::CallbackService {
 public:
  FanoutServiceImpl(const FanoutOptions& options, CallGate* gate,
                    ServiceMetrics* metrics)
      : options_(options),
        gate_(gate),
        metrics_(metrics),
        stub_(CandidateService::NewStub(MakeChannel(options))),
        arenas_(options.arena_block_bytes, kMaxIdleArenas,
                [metrics](bool reused) { metrics->OnArena(reused); }),
        allocator_(&arenas_) {
    SetMessageAllocatorFor_Generate(&allocator_);
  }

  grpc::ServerUnaryReactor* Generate(grpc::CallbackServerContext* context,
                                     const GenerateRequest* request,
                                     GenerateResponse* response) override {
    auto* call = new FanoutCall(options_, gate_, metrics_, context, response);
    call->Start(*request, stub_.get());
    return call;
  }

 private:
  const FanoutOptions options_;
  CallGate* const gate_;
  ServiceMetrics* const metrics_;
  const std::unique_ptr<CandidateService::Stub> stub_;
  ArenaPool arenas_;
  ArenaMessageAllocator allocator_;
};

}  // namespace

std::unique_ptr<grpc::Service> MakeFanoutService(const FanoutOptions& options,
                                                 CallGate* gate,
                                                 ServiceMetrics* metrics) {
  return std::make_unique<FanoutServiceImpl>(options, gate, metrics);
}

}  // namespace backwire::server
