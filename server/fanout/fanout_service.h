// The candidate service as a caller of another one: asks it several questions
// for each request and merges the answers. It is what a profile of the caller's
// side is taken of: it decodes more than it encodes.
#ifndef BACKWIRE_SERVER_FANOUT_FANOUT_SERVICE_H_
#define BACKWIRE_SERVER_FANOUT_FANOUT_SERVICE_H_

#include <cstddef>
#include <memory>
#include <string>

namespace grpc {
class Service;
}  // namespace grpc

namespace backwire::server {

class CallGate;
class ServiceMetrics;

struct FanoutOptions {
  std::string target;  // in gRPC's form: "host:port", "dns:///…"
  int requests = 4;    // for each request, at least 1
  int max_candidates = 5000;
  int max_response_bytes = 64 << 20;  // of one answer
  size_t arena_block_bytes = 1 << 21;
};

// Generate only: GenerateStream ends with UNIMPLEMENTED. A call's deadline and
// cancellation hold for its questions; where one fails, the call fails with its
// code. Connections are not encrypted, and are made when they are needed.
// Borrows `gate` and `metrics`, which must outlive the server that the service
// is registered with.
std::unique_ptr<grpc::Service> MakeFanoutService(const FanoutOptions& options,
                                                 CallGate* gate,
                                                 ServiceMetrics* metrics);

}  // namespace backwire::server

#endif  // BACKWIRE_SERVER_FANOUT_FANOUT_SERVICE_H_
