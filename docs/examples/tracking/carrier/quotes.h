// The carrier's service, ready to be registered with a server.
#ifndef CARRIER_QUOTES_H_
#define CARRIER_QUOTES_H_

#include <grpcpp/impl/service_type.h>

#include <memory>

namespace carrier {

std::unique_ptr<grpc::Service> NewQuotesService();

}  // namespace carrier

#endif  // CARRIER_QUOTES_H_
