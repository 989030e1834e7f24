// backwire-client: the load client and health probe of the candidate service.
#include <cstdio>

#include "client/flags/flags.h"
#include "client/load/load_command.h"
#include "client/load/signals.h"
#include "client/probe/probe.h"
#include "client/senders/stop_flag.h"

using namespace backwire::client;  // main only

int main(int argc, char** argv) {
  const Command command = ParseCommandLine(argc, argv);
  switch (command.kind) {
    case Command::kExit:
      std::fputs(command.text.c_str(),
                 command.exit_code == 0 ? stdout : stderr);
      return command.exit_code;
    case Command::kProbe:
      return RunProbe(command.probe);
    case Command::kLoad:
      break;
  }
  StopFlag stop;
  SignalWatcher watcher([&stop] { stop.Request(StopReason::kInterrupted); });
  return RunLoadCommand(command.load, &stop);
}
