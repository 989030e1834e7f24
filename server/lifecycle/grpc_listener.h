// The gRPC server around a service: address, credentials, limits, health,
// reflection, and an orderly end.
#ifndef BACKWIRE_SERVER_LIFECYCLE_GRPC_LISTENER_H_
#define BACKWIRE_SERVER_LIFECYCLE_GRPC_LISTENER_H_

#include <memory>

#include "absl/status/statusor.h"
#include "config/server_config.pb.h"

namespace grpc {
class Server;
class Service;
}  // namespace grpc

namespace backwire::server {

// Thread-safe.
class GrpcListener {
 public:
  // Serves `service`, which must outlive this, on config.listen_address. The
  // health service says SERVING for "" and for `service_name`.
  //
  // INVALID_ARGUMENT and others: the TLS files (see tls.h). UNAVAILABLE: the
  // address is in use or cannot be bound.
  static absl::StatusOr<std::unique_ptr<GrpcListener>> Start(
      const config::ServerConfig& config, const char* service_name,
      grpc::Service* service);

  // Ends at once what is still under way.
  ~GrpcListener();

  // The port that is listened on; 0 for unix:/path.
  int port() const { return port_; }

  // From now on the health service says NOT_SERVING.
  void AnnounceEnd();

  // Ends the server; gives what is still under way a moment, then cancels it
  // (watchers of the health service never end by themselves). Later calls do
  // nothing.
  void Shutdown();

 private:
  GrpcListener(std::unique_ptr<grpc::Server> server, int port);

  std::unique_ptr<grpc::Server> server_;
  const int port_;
};

}  // namespace backwire::server

#endif  // BACKWIRE_SERVER_LIFECYCLE_GRPC_LISTENER_H_
