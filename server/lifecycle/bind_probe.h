// Why an address cannot be listened on, in the system's own words: gRPC only
// says that it failed.
#ifndef BACKWIRE_SERVER_LIFECYCLE_BIND_PROBE_H_
#define BACKWIRE_SERVER_LIFECYCLE_BIND_PROBE_H_

#include <string>

namespace backwire::server {

// Tries to bind `address` ("host:port", "[host]:port") and returns what the
// system says: "Address already in use", "Name or service not known"; "" if it
// can be bound or is of another form. Leaves nothing bound.
std::string ExplainBindFailure(const std::string& address);

}  // namespace backwire::server

#endif  // BACKWIRE_SERVER_LIFECYCLE_BIND_PROBE_H_
