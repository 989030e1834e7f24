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

// How a response comes about: as a message that the codec encodes, or written
// to the wire by a builder.
enum class ResponseForm { kMessage, kBuilder };

// The service on gRPC's callback API. Messages of kMessage live on pooled
// arenas whose first blocks have `arena_block_bytes`. Borrows its arguments;
// they, and the service, must outlive the server that it is registered with.
std::unique_ptr<grpc::Service> MakeCandidateService(
    const CandidateGenerator* generator, CallGate* gate,
    ServiceMetrics* metrics, ResponseForm response, size_t arena_block_bytes);

}  // namespace backwire::server

#endif  // BACKWIRE_SERVER_SERVICE_CANDIDATE_SERVICE_H_
