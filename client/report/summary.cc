#include "client/report/summary.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "client/report/percentiles.h"

namespace backwire::client {
namespace {

constexpr double kMebi = 1 << 20;

void AddRow(std::string* out, absl::string_view name, absl::string_view text) {
  absl::StrAppendFormat(out, "  %-12s %s\n", name, text);
}

std::string DescribeRequest(const LoadPlan& plan) {
  const char* rpc = plan.request.rpc == Rpc::kStream ? "stream" : "generate";
  if (!plan.request.file.empty()) {
    return absl::StrCat(rpc, ", requests from ", plan.request.file);
  }
  std::string text =
      absl::StrCat(rpc, ", ", plan.request.candidates, " candidates");
  if (plan.request.users > 1) {
    absl::StrAppend(&text, ", ", plan.request.users, " users");
  }
  return text;
}

std::string DescribeConnections(const LoadResult& result) {
  const ConnectionPlan& plan = result.plan.connection;
  const int wanted = plan.connections * static_cast<int>(plan.targets.size());
  std::string text = absl::StrCat(
      absl::StrJoin(plan.targets, ", "), " over ", result.connections_at_start,
      plan.tls.enabled ? " TLS" : "",
      result.connections_at_start == 1 ? " connection" : " connections");
  if (result.connections_at_start != wanted) {
    absl::StrAppend(&text, " (", wanted, " were asked for)");
  }
  if (result.connections_at_end != result.connections_at_start) {
    absl::StrAppend(&text, ", ", result.connections_at_end, " at the end");
  }
  return text;
}

std::string DescribeWindow(const LoadResult& result) {
  const Totals& window = result.measurement.window;
  std::string text = absl::StrFormat("%.2f s", window.time_ns * 1e-9);
  if (result.plan.pace.warmup > absl::ZeroDuration()) {
    absl::StrAppend(&text, " after ",
                    absl::FormatDuration(result.plan.pace.warmup),
                    " of warm-up");
  }
  return text;
}

std::string DescribeCalls(const Measurement& measured) {
  std::string text =
      absl::StrCat(measured.ok, " ok, ", measured.failed, " failed");
  if (measured.abandoned > 0) {
    absl::StrAppend(&text, ", ", measured.abandoned, " cut off at the end");
  }
  if (measured.skipped > 0) {
    absl::StrAppend(&text, ", ", measured.skipped, " never sent");
  }
  return text;
}

std::string DescribeThroughput(const Totals& window) {
  const double seconds = window.time_ns * 1e-9;
  const double received =
      seconds == 0 ? 0 : window.response_bytes / kMebi / seconds;
  return absl::StrFormat(
      "%.1f calls/s, %.1f MiB/s received (%d bytes, sent %d)",
      CallsPerSecond(window), received, window.response_bytes,
      window.request_bytes);
}

std::string DescribeLatency(const Histogram& histogram) {
  std::string text = absl::StrCat("mean ", FormatNanos(histogram.mean()));
  for (const ReportedPercentile& each : kReportedPercentiles) {
    absl::StrAppend(&text, "  ", each.name, " ",
                    FormatNanos(histogram.Percentile(each.percent)));
  }
  return text;
}

std::string DescribeCpu(const Totals& window) {
  const double seconds = window.time_ns * 1e-9;
  std::string text = absl::StrFormat(
      "%.2f s (%.2f cores), %.1f calls per CPU-second", CpuSeconds(window),
      seconds == 0 ? 0 : CpuSeconds(window) / seconds,
      CallsPerCpuSecond(window));
  if (window.decode_ns > 0 && window.ok > 0) {
    absl::StrAppend(&text, ", decoding ",
                    FormatNanos(double(window.decode_ns) / window.ok),
                    " a call");
  }
  return text;
}

void AddSends(const Measurement& measured, std::string* out) {
  AddRow(out, "sends",
         absl::StrFormat("%d over 1 ms late (%d waited for --max-in-flight), "
                         "lag p99 %s, max %s",
                         measured.late, measured.late_by_limit,
                         FormatNanos(measured.send_lag.Percentile(99)),
                         FormatNanos(measured.send_lag.max())));
  AddRow(out, "from sending", DescribeLatency(measured.service_time));
}

void AddFailures(const Measurement& measured, std::string* out) {
  for (const auto& [code, tally] : measured.by_status) {
    if (code == 0) continue;
    AddRow(out, "failed",
           absl::StrCat(tally.count, " ", StatusName(code), ": ",
                        absl::StrJoin(tally.first_messages, " | ")));
  }
  if (measured.failed_latency.count() > 0) {
    AddRow(out, "failed after", DescribeLatency(measured.failed_latency));
  }
  if (measured.mismatches > 0) {
    AddRow(out, "WRONG",
           absl::StrCat(measured.mismatches,
                        " responses; the first: ", measured.first_mismatch));
  }
}

void AddTargets(const LoadResult& result, std::string* out) {
  const std::vector<Tally>& tallies = result.measurement.targets;
  if (tallies.size() < 2) return;
  for (size_t i = 0; i < tallies.size(); ++i) {
    AddRow(
        out, "target",
        absl::StrCat(result.plan.connection.targets[i], ": ", tallies[i].ok,
                     " ok, ", tallies[i].failed, " failed, p50 ",
                     FormatNanos(tallies[i].latency.Percentile(50)), ", p99 ",
                     FormatNanos(tallies[i].latency.Percentile(99))));
  }
}

void AddSegments(const LoadResult& result, std::string* out) {
  const std::vector<Tally>& tallies = result.measurement.segments;
  if (tallies.size() < 2) return;
  for (size_t i = 0; i < tallies.size(); ++i) {
    AddRow(
        out, "segment",
        absl::StrCat(FormatSchedule({result.plan.pace.schedule[i]}), ": ",
                     tallies[i].ok, " ok, ", tallies[i].failed, " failed, p50 ",
                     FormatNanos(tallies[i].latency.Percentile(50)), ", p99 ",
                     FormatNanos(tallies[i].latency.Percentile(99))));
  }
}

void AddEnding(const LoadResult& result, std::string* out) {
  switch (result.measurement.stop_reason) {
    case StopReason::kNone:
      break;
    case StopReason::kInterrupted:
      AddRow(out, "INTERRUPTED", "the numbers are of the part before");
      break;
    case StopReason::kNoSuccess:
      AddRow(out, "GIVEN UP",
             absl::StrCat("no call succeeded for ",
                          absl::FormatDuration(result.plan.pace.stall_timeout),
                          " (--stall-timeout): is the server stuck or gone?"));
  }
  for (const std::string& reason : VoidReasons(result)) {
    AddRow(out, "VOID", reason);
  }
}

}  // namespace

std::string FormatNanos(double ns) {
  if (ns < 1e3) return absl::StrFormat("%.0f ns", ns);
  if (ns < 1e6) return absl::StrFormat("%.4g us", ns / 1e3);
  if (ns < 1e9) return absl::StrFormat("%.4g ms", ns / 1e6);
  return absl::StrFormat("%.4g s", ns / 1e9);
}

std::string DescribePace(const PacePlan& plan) {
  if (plan.open_loop()) {
    return absl::StrCat("open loop at ", FormatSchedule(plan.schedule));
  }
  return absl::StrCat("closed loop of ", plan.concurrency,
                      plan.concurrency == 1 ? " call" : " calls");
}

std::string Summary(const LoadResult& result) {
  const Measurement& measured = result.measurement;
  std::string out;
  absl::StrAppend(&out, "backwire-client: ", DescribeRequest(result.plan),
                  ", codec ", result.codec, ", ",
                  DescribePace(result.plan.pace), "\n");
  AddRow(&out, "target", DescribeConnections(result));
  AddRow(&out, "measured", DescribeWindow(result));
  AddRow(&out, "calls", DescribeCalls(measured));
  AddRow(&out, "throughput", DescribeThroughput(measured.window));
  if (measured.latency.count() > 0) {
    AddRow(&out, "latency", DescribeLatency(measured.latency));
  }
  if (result.plan.pace.open_loop()) AddSends(measured, &out);
  AddRow(&out, "client CPU", DescribeCpu(measured.window));
  if (result.plan.verify.enabled && measured.mismatches == 0 &&
      measured.ok > 0) {
    AddRow(&out, "verified", "every response was the expected one");
  }
  AddTargets(result, &out);
  AddSegments(result, &out);
  AddFailures(measured, &out);
  AddEnding(result, &out);
  return out;
}

std::string ProgressLine(const Interval& interval, int64_t interval_ns,
                         int64_t elapsed_ns) {
  return absl::StrFormat(
      "%7.1f s  %9.1f calls/s  %d failed  %d under way  p50 %s  p99 %s",
      elapsed_ns * 1e-9, interval.ok / (interval_ns * 1e-9), interval.failed,
      interval.in_flight, FormatNanos(interval.latency.Percentile(50)),
      FormatNanos(interval.latency.Percentile(99)));
}

}  // namespace backwire::client
