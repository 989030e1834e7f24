// The services of this program, ready to be registered with a server.
#ifndef TRACKING_SERVICE_SERVICES_H_
#define TRACKING_SERVICE_SERVICES_H_

#include <grpcpp/impl/service_type.h>

#include <memory>

namespace tracking {

// Two implementations of one service: a thread for each call, and gRPC's
// callback API.
std::unique_ptr<grpc::Service> NewSyncTracking();
std::unique_ptr<grpc::Service> NewCallbackTracking();

std::unique_ptr<grpc::Service> NewGeocoder();

}  // namespace tracking

#endif  // TRACKING_SERVICE_SERVICES_H_
