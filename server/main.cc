// backwire-server: the candidate-generation service. Exit codes: 0 after a
// clean drain, 1 if it could not start or had to cancel calls, 2 for a bad
// configuration or command line.
#include <cstdio>
#include <string>
#include <vector>

#include "backwire/admin/profiling_environment.h"
#include "server/config/config_loader.h"
#include "server/lifecycle/run_server.h"
#include "server/lifecycle/stop_signal.h"
#include "server/log/event_log.h"

namespace {

using backwire::server::LogEvent;
using backwire::server::LogLevel;

int Fail(const absl::Status& status, int exit_code) {
  LogEvent(LogLevel::kError, "failed",
           {{"message", std::string(status.message())}});
  return exit_code;
}

}  // namespace

int main(int argc, char** argv) {
  const absl::Status profiling =
      backwire::admin::RestartWithProfilingEnvironment(argv);
  if (!profiling.ok()) {
    LogEvent(LogLevel::kWarning, "profiling_limited",
             {{"message", std::string(profiling.message())}});
  }
  backwire::server::BlockStopSignals();
  const auto loaded = backwire::config::LoadServerConfig(
      std::vector<std::string>(argv + 1, argv + argc),
      backwire::config::ReadEnvironment());
  if (!loaded.ok()) return Fail(loaded.status(), 2);
  if (!loaded->text_to_print.empty()) {
    std::fputs(loaded->text_to_print.c_str(), stdout);
    return 0;
  }
  const absl::Status status = backwire::server::RunServer(*loaded);
  return status.ok() ? 0 : Fail(status, 1);
}
