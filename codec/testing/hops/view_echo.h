// The Echo service, and a caller of it, with views in the place of received
// messages.
#ifndef BACKWIRE_TESTING_HOPS_VIEW_ECHO_H_
#define BACKWIRE_TESTING_HOPS_VIEW_ECHO_H_

#include <memory>
#include <vector>

#include "backwire/testing/hops/echo.h"

namespace backwire::hops {

// Its handlers get View<EchoRequest>; all else is as of StartEchoServer().
std::unique_ptr<EchoServer> StartViewEchoServer();

// Sends the requests; the responses are received as View<EchoResponse> and
// copied out of it. kSync: a blocking call, for Unary only; else by the
// callback API.
Outcome CallEchoForViews(Api api, Shape shape,
                         const std::shared_ptr<::grpc::Channel>& channel,
                         const std::vector<EchoRequest>& requests);

}  // namespace backwire::hops

#endif  // BACKWIRE_TESTING_HOPS_VIEW_ECHO_H_
