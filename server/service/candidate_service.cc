#include "server/service/candidate_service.h"

#include "backwire/grpc/prepared_message.h"
#include "candidates/v1/candidates.grpc.pb.h"
#include "server/generation/candidate_generator.h"
#include "server/service/arena_message_allocator.h"
#include "server/service/arena_pool.h"
#include "server/service/call_gate.h"
#include "server/service/generate_call.h"
#include "server/service/service_metrics.h"

namespace backwire::server {
namespace {

using candidates::v1::GenerateRequest;
using candidates::v1::GenerateResponse;

// More calls at once than this is a burst, whose memory is given back.
constexpr size_t kMaxIdleArenas = 64;

class CandidateServiceImpl final
    : public candidates::v1::CandidateService::CallbackService {
 public:
  CandidateServiceImpl(const CandidateGenerator* generator, CallGate* gate,
                       ServiceMetrics* metrics, size_t arena_block_bytes)
      : parts_{generator, gate, metrics},
        arenas_(arena_block_bytes, kMaxIdleArenas,
                [metrics](bool reused) { metrics->OnArena(reused); }),
        allocator_(&arenas_) {
    SetMessageAllocatorFor_Generate(&allocator_);
  }

  grpc::ServerUnaryReactor* Generate(grpc::CallbackServerContext* context,
                                     const GenerateRequest* request,
                                     GenerateResponse* response) override {
    return StartGenerate(parts_, context, *request, response);
  }

  grpc::ServerWriteReactor<GenerateResponse>* GenerateStream(
      grpc::CallbackServerContext* context,
      const GenerateRequest* request) override {
    return StartGenerateStream(parts_, &arenas_, context, *request);
  }

 private:
  const CallParts parts_;
  ArenaPool arenas_;
  ArenaMessageAllocator allocator_;
};

// Its handlers are those that gRPC's generated code would make, but for the
// type of the response. The methods' indices are their order in the contract.
class BuiltCandidateService final
    : public candidates::v1::CandidateService::Service {
 public:
  BuiltCandidateService(const CandidateGenerator* generator, CallGate* gate,
                        ServiceMetrics* metrics)
      : parts_{generator, gate, metrics} {
    MarkMethodCallback(
        0,
        new grpc::internal::CallbackUnaryHandler<GenerateRequest,
                                                 PreparedMessage>(
            [this](grpc::CallbackServerContext* context,
                   const GenerateRequest* request, PreparedMessage* response) {
              return StartGenerate(parts_, context, *request, response);
            }));
    MarkMethodCallback(
        1, new grpc::internal::CallbackServerStreamingHandler<GenerateRequest,
                                                              PreparedMessage>(
               [this](grpc::CallbackServerContext* context,
                      const GenerateRequest* request) {
                 return StartGenerateBuiltStream(parts_, context, *request);
               }));
  }

 private:
  const CallParts parts_;
};

}  // namespace

std::unique_ptr<grpc::Service> MakeCandidateService(
    const CandidateGenerator* generator, CallGate* gate,
    ServiceMetrics* metrics, ResponseForm response, size_t arena_block_bytes) {
  if (response == ResponseForm::kBuilder) {
    return std::make_unique<BuiltCandidateService>(generator, gate, metrics);
  }
  return std::make_unique<CandidateServiceImpl>(generator, gate, metrics,
                                                arena_block_bytes);
}

}  // namespace backwire::server
