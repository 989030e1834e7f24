#include "client/probe/probe.h"

#include <cstdio>

#include "client/plan/exit_code.h"
#include "client/probe/health_check.h"
#include "client/rpc/channels.h"

namespace backwire::client {
namespace {

int ExitCodeOf(Health health) {
  switch (health) {
    case Health::kServing:
      return kExitOk;
    case Health::kNotServing:
      return kExitFailed;
    case Health::kNoAnswer:
      break;
  }
  return kExitNotConnected;
}

}  // namespace

int RunProbe(const ProbePlan& plan) {
  const auto channels = MakeChannels(plan.connection);
  if (!channels.ok()) {
    std::fprintf(stderr, "backwire-client: %s\n",
                 std::string(channels.status().message()).c_str());
    return kExitUsage;
  }
  const HealthAnswer answer =
      CheckHealth(channels->front().channel, plan.service, plan.timeout);
  const bool serving = answer.health == Health::kServing;
  if (!plan.quiet) {
    std::fprintf(serving ? stdout : stderr, "%s: %s%s%s\n",
                 plan.connection.targets.front().c_str(), plan.service.c_str(),
                 plan.service.empty() ? "" : ": ", answer.text.c_str());
  }
  return ExitCodeOf(answer.health);
}

}  // namespace backwire::client
