// The two kinds of call, each an object that lives as long as its call and then
// deletes itself.
#ifndef BACKWIRE_SERVER_SERVICE_GENERATE_CALL_H_
#define BACKWIRE_SERVER_SERVICE_GENERATE_CALL_H_

#include "backwire/grpc/prepared_message.h"
#include "candidates/v1/candidates.pb.h"
#include "grpcpp/support/server_callback.h"
#include "server/generation/candidate_generator.h"
#include "server/service/arena_pool.h"
#include "server/service/call_gate.h"
#include "server/service/service_metrics.h"

namespace backwire::server {

// What all calls share; borrowed.
struct CallParts {
  const CandidateGenerator* generator;
  CallGate* gate;
  ServiceMetrics* metrics;
};

// Answers a Generate call. The messages belong to gRPC.
grpc::ServerUnaryReactor* StartGenerate(
    const CallParts& parts, grpc::CallbackServerContext* context,
    const candidates::v1::GenerateRequest& request,
    candidates::v1::GenerateResponse* response);

// The same with a response that a builder writes.
grpc::ServerUnaryReactor* StartGenerate(
    const CallParts& parts, grpc::CallbackServerContext* context,
    const candidates::v1::GenerateRequest& request, PreparedMessage* response);

// Answers a GenerateStream call. Builds a chunk when the one before it has been
// taken by the transport: a slow reader costs one chunk of memory.
grpc::ServerWriteReactor<candidates::v1::GenerateResponse>* StartGenerateStream(
    const CallParts& parts, ArenaPool* arenas,
    grpc::CallbackServerContext* context,
    const candidates::v1::GenerateRequest& request);

grpc::ServerWriteReactor<PreparedMessage>* StartGenerateBuiltStream(
    const CallParts& parts, grpc::CallbackServerContext* context,
    const candidates::v1::GenerateRequest& request);

}  // namespace backwire::server

#endif  // BACKWIRE_SERVER_SERVICE_GENERATE_CALL_H_
