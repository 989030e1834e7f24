// Descriptors from a running server that has gRPC's reflection service: what
// gateways and tools make a DynamicParser of when they have no file.
#ifndef BACKWIRE_GRPC_SERVER_REFLECTION_H_
#define BACKWIRE_GRPC_SERVER_REFLECTION_H_

#include <grpcpp/channel.h>

#include <chrono>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "google/protobuf/descriptor.pb.h"

namespace backwire {

// The file that defines `symbol`, the full name of a message type, a service or
// a method ("a.b.Message", "a.b.Service"), and all that it imports, each behind
// what it imports: for DynamicParser::FromFileSet(). Blocks until it has them,
// or until the deadline.
//
// NOT_FOUND, or what else the server answers, if it does not know the symbol;
// UNIMPLEMENTED if it has no reflection service; INVALID_ARGUMENT if it sends
// something else than descriptors; otherwise as the call ended.
absl::StatusOr<::google::protobuf::FileDescriptorSet> FilesFromServer(
    const std::shared_ptr<::grpc::Channel>& channel, const std::string& symbol,
    std::chrono::system_clock::time_point deadline);

}  // namespace backwire

#endif  // BACKWIRE_GRPC_SERVER_REFLECTION_H_
