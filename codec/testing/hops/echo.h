// The Echo service as gRPC lets one write it, three times, and its callers,
// three times: the synchronous, the callback and the completion-queue API.
#ifndef BACKWIRE_TESTING_HOPS_ECHO_H_
#define BACKWIRE_TESTING_HOPS_ECHO_H_

#include <grpc/impl/codegen/compression_types.h>
#include <grpcpp/channel.h>
#include <grpcpp/support/channel_arguments.h>
#include <grpcpp/version_info.h>

#include <memory>
#include <string>
#include <vector>

#include "hops/hops.grpc.pb.h"

namespace backwire::hops {

// True if gRPC is one of those that behave as 1.83 where it does otherwise than
// 1.51.
inline constexpr bool kNewerGrpc =
    GRPC_CPP_VERSION_MAJOR > 1 || GRPC_CPP_VERSION_MINOR >= 76;

enum class Api { kSync, kCallback, kCompletionQueue };
enum class Shape { kUnary, kCollect, kSpread, kChat };

// "Sync", "Callback", "CompletionQueue"; "Unary", "Collect", "Spread", "Chat".
std::string ToString(Api api);
std::string ToString(Shape shape);

// Whether the caller, or the server, sends several messages.
bool StreamsRequests(Shape shape);
bool StreamsResponses(Shape shape);

// "/backwire.hops.Echo/Unary".
std::string MethodPath(Shape shape);

// How many responses Spread sends to one request.
inline constexpr int kSpreadResponses = 3;

// The response to one request. `step` is added to the index.
EchoResponse Answer(const EchoRequest& request, int step = 0);
// The one response of Collect.
EchoResponse Summary(const std::vector<EchoRequest>& requests);

// Ends every call after this time.
void SetDeadline(::grpc::ClientContext* context);

// Message limits in bytes (-1: none), and how responses are compressed.
struct ServerLimits {
  int max_receive_bytes = -1;
  int max_send_bytes = -1;
  grpc_compression_algorithm compression = GRPC_COMPRESS_NONE;
};

// Listens on a free port of the loopback interface until it is destroyed.
class EchoServer {
 public:
  virtual ~EchoServer() = default;
  std::shared_ptr<::grpc::Channel> Connect(
      const ::grpc::ChannelArguments& arguments = {}) const;

 protected:
  int port_ = 0;
};

std::unique_ptr<EchoServer> StartEchoServer(Api api,
                                            const ServerLimits& limits = {});

// One call: what came back, and how it ended.
struct Outcome {
  ::grpc::Status status;
  std::vector<EchoResponse> responses;
};

// Sends the requests (Unary and Spread: one) in the API's own way.
Outcome CallEcho(Api api, Shape shape, Echo::Stub& stub,
                 ::grpc::ClientContext* context,
                 const std::vector<EchoRequest>& requests);

}  // namespace backwire::hops

#endif  // BACKWIRE_TESTING_HOPS_ECHO_H_
