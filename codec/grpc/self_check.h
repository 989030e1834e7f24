// Whether gRPC's call path reaches backwire in this very program.
#ifndef BACKWIRE_GRPC_SELF_CHECK_H_
#define BACKWIRE_GRPC_SELF_CHECK_H_

#include "absl/status/status.h"

namespace backwire::grpc_glue {

// Makes one call to a server inside the process, without a port, and looks
// whether its four hops (request and response, encoded and decoded) went
// through the seam. A codec must have been chosen. Takes milliseconds.
//
// FAILED_PRECONDITION: a hop did not. Some object in the program has gRPC's own
// serialisation compiled in, under the name that the seam takes, and the linker
// chose it; the text says what to do. UNAVAILABLE: the call itself failed.
absl::Status CheckCallPath();

}  // namespace backwire::grpc_glue

#endif  // BACKWIRE_GRPC_SELF_CHECK_H_
