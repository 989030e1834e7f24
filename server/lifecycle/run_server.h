// The life of the server process, from its configuration to its exit code.
#ifndef BACKWIRE_SERVER_LIFECYCLE_RUN_SERVER_H_
#define BACKWIRE_SERVER_LIFECYCLE_RUN_SERVER_H_

#include "absl/status/status.h"
#include "server/config/config_loader.h"

namespace backwire::server {

// Starts everything in order (log, codec, catalogue, service, admin port),
// serves until SIGTERM or SIGINT, and ends in order. REQUIRES:
// BlockStopSignals() was called.
//
// OK: ended after a clean drain. DEADLINE_EXCEEDED: calls were still under way
// at the end of the drain and were cancelled. Anything else: could not start;
// the text says why.
absl::Status RunServer(const config::LoadedConfig& loaded);

}  // namespace backwire::server

#endif  // BACKWIRE_SERVER_LIFECYCLE_RUN_SERVER_H_
