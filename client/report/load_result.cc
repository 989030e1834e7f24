#include "client/report/load_result.h"

#include <iterator>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "client/plan/exit_code.h"

namespace backwire::client {
namespace {

constexpr double kBusyShare = 0.9;   // of all CPUs, by the client alone
constexpr double kLateShare = 0.01;  // of all sends, with room under the limit

constexpr const char* kStatusNames[] = {
    "OK",
    "CANCELLED",
    "UNKNOWN",
    "INVALID_ARGUMENT",
    "DEADLINE_EXCEEDED",
    "NOT_FOUND",
    "ALREADY_EXISTS",
    "PERMISSION_DENIED",
    "RESOURCE_EXHAUSTED",
    "FAILED_PRECONDITION",
    "ABORTED",
    "OUT_OF_RANGE",
    "UNIMPLEMENTED",
    "INTERNAL",
    "UNAVAILABLE",
    "DATA_LOSS",
    "UNAUTHENTICATED",
};

double Seconds(const Totals& window) { return window.time_ns * 1e-9; }

}  // namespace

int ExitCodeOf(const LoadResult& result) {
  const Measurement& measured = result.measurement;
  if (measured.failed > 0 || measured.mismatches > 0 || measured.skipped > 0 ||
      measured.stop_reason == StopReason::kNoSuccess) {
    return kExitFailed;
  }
  if (measured.stop_reason == StopReason::kInterrupted) return kExitInterrupted;
  // A run that did nothing must not look like one in which all went well.
  return measured.ok > 0 ? kExitOk : kExitFailed;
}

std::vector<std::string> VoidReasons(const LoadResult& result) {
  std::vector<std::string> reasons;
  const Measurement& measured = result.measurement;
  const double cpus = Seconds(measured.window) * result.cpus;
  if (cpus > 0 && CpuSeconds(measured.window) > kBusyShare * cpus) {
    reasons.push_back(absl::StrFormat(
        "the client itself used %.0f%% of all CPU: use --receive=raw, a lower "
        "rate, or another machine",
        100 * CpuSeconds(measured.window) / cpus));
  }
  const int64_t sends = measured.send_lag.count();
  const int64_t late_by_client = measured.late - measured.late_by_limit;
  if (sends > 0 && late_by_client > kLateShare * sends) {
    reasons.push_back(absl::StrFormat(
        "the client sent %d of %d calls over 1 ms late although it had room: "
        "it could not keep up with the rate",
        late_by_client, sends));
  }
  return reasons;
}

double CallsPerSecond(const Totals& window) {
  return window.time_ns == 0 ? 0 : window.ok / Seconds(window);
}

double CpuSeconds(const Totals& window) {
  return (window.user_cpu_ns + window.system_cpu_ns) * 1e-9;
}

double CallsPerCpuSecond(const Totals& window) {
  const double seconds = CpuSeconds(window);
  return seconds == 0 ? 0 : window.ok / seconds;
}

std::string StatusName(int code) {
  if (code >= 0 && code < std::size(kStatusNames)) return kStatusNames[code];
  return absl::StrCat("CODE_", code);
}

std::string StopReasonName(StopReason reason) {
  switch (reason) {
    case StopReason::kNone:
      return "completed";
    case StopReason::kInterrupted:
      return "interrupted";
    case StopReason::kNoSuccess:
      return "no_success";
  }
  return "";
}

}  // namespace backwire::client
