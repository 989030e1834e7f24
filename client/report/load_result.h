// Everything that a report says about one run: plain data.
#ifndef BACKWIRE_CLIENT_REPORT_LOAD_RESULT_H_
#define BACKWIRE_CLIENT_REPORT_LOAD_RESULT_H_

#include <string>
#include <vector>

#include "absl/time/time.h"
#include "client/plan/load_plan.h"
#include "client/senders/measurement.h"

namespace backwire::client {

struct LoadResult {
  LoadPlan plan;
  std::string codec;  // the one that was active
  absl::Time started_at;
  int cpus = 0;  // that this process may use
  // Connections that really stood, over all targets: before the first call, and
  // after the last.
  int connections_at_start = 0;
  int connections_at_end = 0;
  Measurement measurement;
};

// kExitOk, kExitFailed or kExitInterrupted.
int ExitCodeOf(const LoadResult& result);

// Why the run says nothing about the server, since the client was what limited
// it; empty if it was not. See client/README.md.
std::vector<std::string> VoidReasons(const LoadResult& result);

double CallsPerSecond(const Totals& window);
double CpuSeconds(const Totals& window);
double CallsPerCpuSecond(const Totals& window);  // 0 if no CPU was counted

// "UNAVAILABLE" for 14; "CODE_99" for a number that gRPC does not name.
std::string StatusName(int code);

// "completed", "interrupted" or "no_success".
std::string StopReasonName(StopReason reason);

}  // namespace backwire::client

#endif  // BACKWIRE_CLIENT_REPORT_LOAD_RESULT_H_
