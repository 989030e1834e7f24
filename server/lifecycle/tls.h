// The server's credentials from PEM files, checked so that a wrong file is told
// by its name (gRPC itself only fails to listen).
#ifndef BACKWIRE_SERVER_LIFECYCLE_TLS_H_
#define BACKWIRE_SERVER_LIFECYCLE_TLS_H_

#include <memory>

#include "absl/status/statusor.h"
#include "config/server_config.pb.h"

namespace grpc {
class ServerCredentials;
}  // namespace grpc

namespace backwire::server {

// Without tls.cert_file: no TLS. With tls.client_ca_file, callers without a
// certificate signed by it are refused. Errors name the key and the file:
// unreadable, no PEM of that kind, or a key that does not fit the certificate.
absl::StatusOr<std::shared_ptr<grpc::ServerCredentials>> MakeServerCredentials(
    const config::TlsConfig& tls);

}  // namespace backwire::server

#endif  // BACKWIRE_SERVER_LIFECYCLE_TLS_H_
