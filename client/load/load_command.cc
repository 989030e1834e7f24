#include "client/load/load_command.h"

#include <sched.h>
#include <unistd.h>

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/clock.h"
#include "backwire/grpc/start.h"
#include "backwire/registry/active_codec.h"
#include "client/plan/exit_code.h"
#include "client/report/load_result.h"
#include "client/report/output.h"
#include "client/report/summary.h"
#include "client/rpc/channels.h"
#include "client/rpc/connection_count.h"
#include "client/rpc/grpc_caller.h"
#include "client/rpc/request_set.h"
#include "client/senders/run_load.h"
#include "client/verify/verifier.h"

namespace backwire::client {
namespace {

int Fail(const absl::Status& status, int exit_code) {
  std::fprintf(stderr, "backwire-client: %s\n",
               std::string(status.message()).c_str());
  return exit_code;
}

int UsableCpus() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof(set), &set) != 0) return 1;
  return CPU_COUNT(&set);
}

ProgressOptions MakeProgress(const OutputPlan& plan) {
  ProgressOptions options;
  const absl::Duration fallback =
      isatty(STDERR_FILENO) ? absl::Seconds(1) : absl::ZeroDuration();
  options.every_ns = absl::ToInt64Nanoseconds(plan.progress.value_or(fallback));
  options.line = [](const Interval& interval, int64_t interval_ns,
                    int64_t elapsed_ns) {
    std::fprintf(stderr, "%s\n",
                 ProgressLine(interval, interval_ns, elapsed_ns).c_str());
  };
  return options;
}

LoadResult Measure(const LoadPlan& plan, const RequestSet& requests,
                   const Verifier* verifier,
                   const ConnectionCounter& connections,
                   std::vector<TargetChannel> channels, StopFlag* stop) {
  LoadResult result;
  result.plan = plan;
  result.codec = std::string(ToString(ActiveCodec()));
  result.cpus = UsableCpus();
  result.started_at = absl::Now();
  result.connections_at_start = connections.Count();
  const auto caller =
      MakeGrpcCaller(&plan.request, &requests, verifier, std::move(channels));
  result.measurement =
      RunLoad(plan.pace, plan.request.deadline, plan.connection.targets.size(),
              MakeProgress(plan.output), caller.get(), stop);
  result.connections_at_end = connections.Count();
  return result;
}

// kExitOk, or why the run cannot begin.
int Connect(const LoadPlan& plan, const std::vector<TargetChannel>& channels,
            StopFlag* stop) {
  const absl::Status connected =
      ConnectAll(plan.connection, channels, [stop] { return stop->stopped(); });
  if (connected.ok()) return kExitOk;
  return Fail(connected,
              stop->stopped() ? kExitInterrupted : kExitNotConnected);
}

absl::Status MakeVerifier(const VerifyPlan& plan, const RequestSet& requests,
                          std::optional<Verifier>* verifier) {
  if (!plan.enabled) return absl::OkStatus();
  absl::StatusOr<Verifier> made = Verifier::Make(plan, &requests);
  if (made.ok()) verifier->emplace(*std::move(made));
  return made.status();
}

}  // namespace

int RunLoadCommand(const LoadPlan& plan, StopFlag* stop) {
  absl::Status status = CheckOutputsWritable(plan.output);
  if (!status.ok()) return Fail(status, kExitOutput);
  StartOptions options;
  options.codec = plan.codec;
  status = Start(options);
  if (!status.ok()) return Fail(status, kExitCodec);
  const absl::StatusOr<RequestSet> requests = MakeRequests(plan.request);
  if (!requests.ok()) return Fail(requests.status(), kExitUsage);
  std::optional<Verifier> verifier;
  status = MakeVerifier(plan.verify, *requests, &verifier);
  if (!status.ok()) return Fail(status, kExitUsage);
  const ConnectionCounter connections;
  absl::StatusOr<std::vector<TargetChannel>> channels =
      MakeChannels(plan.connection);
  if (!channels.ok()) return Fail(channels.status(), kExitUsage);
  const int connected = Connect(plan, *channels, stop);
  if (connected != kExitOk) return connected;
  const LoadResult result =
      Measure(plan, *requests, verifier.has_value() ? &*verifier : nullptr,
              connections, *std::move(channels), stop);
  status = WriteOutputs(result);
  if (!status.ok()) return Fail(status, kExitOutput);
  return ExitCodeOf(result);
}

}  // namespace backwire::client
