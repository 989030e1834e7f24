// The candidate service at the edge of gRPC: takes calls, has the generator
// compute, and answers. What is computed is not decided here.
#ifndef BACKWIRE_SERVER_SERVICE_CANDIDATE_SERVICE_H_
#define BACKWIRE_SERVER_SERVICE_CANDIDATE_SERVICE_H_

#include <cstddef>
#include <memory>

namespace grpc {
class Service;
}  // namespace grpc

namespace backwire::server {

class CallGate;
class CandidateGenerator;
class ServiceMetrics;

// The service on gRPC's callback API, with all messages on pooled arenas whose
// first blocks have `arena_block_bytes`. Borrows its arguments;
// they, and the service, must outlive the server that it is registered with.
std::unique_ptr<grpc::Service> MakeCandidateService(
    const CandidateGenerator* generator, CallGate* gate,
    ServiceMetrics* metrics, size_t arena_block_bytes);

}  // namespace backwire::server

#endif  // BACKWIRE_SERVER_SERVICE_CANDIDATE_SERVICE_H_
