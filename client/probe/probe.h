// The probe mode: asks a server for its health once and says so in an exit
// code, for a container's health check.
#ifndef BACKWIRE_CLIENT_PROBE_PROBE_H_
#define BACKWIRE_CLIENT_PROBE_PROBE_H_

#include <string>

#include "absl/time/time.h"
#include "client/plan/load_plan.h"

namespace backwire::client {

struct ProbePlan {
  ConnectionPlan connection;                  // its first target is asked
  std::string service;                        // empty: the server as a whole
  absl::Duration timeout = absl::Seconds(2);  // for all of it
  bool quiet = false;
};

// Prints one line, on stdout when serving and on stderr otherwise. Returns
// kExitOk, kExitFailed (it answered, and does not serve), kExitNotConnected
// (no answer) or kExitUsage (a TLS file that cannot be read).
int RunProbe(const ProbePlan& plan);

}  // namespace backwire::client

#endif  // BACKWIRE_CLIENT_PROBE_PROBE_H_
