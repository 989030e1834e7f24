// The command line of backwire-client, with an environment variable for every
// flag. A flag beats its variable.
#ifndef BACKWIRE_CLIENT_FLAGS_FLAGS_H_
#define BACKWIRE_CLIENT_FLAGS_FLAGS_H_

#include <string>

#include "client/plan/load_plan.h"
#include "client/probe/probe.h"

namespace backwire::client {

struct Command {
  enum Kind {
    kLoad,   // `load` is valid
    kProbe,  // `probe` is valid
    kExit,   // print `text` and exit with `exit_code`
  };
  Kind kind = kExit;
  LoadPlan load;
  ProbePlan probe;
  int exit_code = 0;
  std::string text;  // for stdout if exit_code is 0, else for stderr
};

// Reads and validates. Never exits by itself.
Command ParseCommandLine(int argc, const char* const* argv);

}  // namespace backwire::client

#endif  // BACKWIRE_CLIENT_FLAGS_FLAGS_H_
