// The load mode from a valid plan to the exit code.
#ifndef BACKWIRE_CLIENT_LOAD_LOAD_COMMAND_H_
#define BACKWIRE_CLIENT_LOAD_LOAD_COMMAND_H_

#include "client/plan/load_plan.h"
#include "client/senders/stop_flag.h"

namespace backwire::client {

// Starts the codec, connects, runs the load and writes the reports. Errors go
// to stderr. Returns one of the exit codes of plan/exit_code.h. `stop` may be
// requested from another thread at any time. Call it once a process: the codec
// cannot be changed.
int RunLoadCommand(const LoadPlan& plan, StopFlag* stop);

}  // namespace backwire::client

#endif  // BACKWIRE_CLIENT_LOAD_LOAD_COMMAND_H_
