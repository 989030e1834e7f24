#include "client/report/json_report.h"

#include <nlohmann/json.hpp>

#include "client/plan/exit_code.h"
#include "client/report/percentiles.h"

namespace backwire::client {
namespace {

// Keeps the keys in the order in which they are written here.
using Json = nlohmann::ordered_json;

double Seconds(absl::Duration duration) {
  return absl::ToDoubleSeconds(duration);
}

const char* ReceiveName(Receive receive) {
  switch (receive) {
    case Receive::kHeap:
      return "heap";
    case Receive::kArena:
      return "arena";
    case Receive::kView:
      return "view";
    case Receive::kRaw:
      break;
  }
  return "raw";
}

Json HistogramJson(const Histogram& histogram) {
  Json percentiles = Json::object();
  for (const ReportedPercentile& each : kReportedPercentiles) {
    percentiles[each.name] = histogram.Percentile(each.percent);
  }
  Json buckets = Json::array();
  for (const Histogram::Bucket& bucket : histogram.Buckets()) {
    buckets.push_back({bucket.lower, bucket.upper, bucket.count});
  }
  return {{"count", histogram.count()},
          {"min", histogram.min()},
          {"max", histogram.max()},
          {"mean", histogram.mean()},
          {"sum", histogram.sum()},
          {"percentiles", percentiles},
          {"max_relative_error", Histogram::kMaxRelativeError},
          {"buckets", buckets}};
}

Json TallyJson(const Tally& tally) {
  return {{"ok", tally.ok},
          {"failed", tally.failed},
          {"latency_ns", HistogramJson(tally.latency)}};
}

Json RequestJson(const RequestPlan& plan) {
  return {{"rpc", plan.rpc == Rpc::kStream ? "stream" : "generate"},
          {"candidates", plan.candidates},
          {"chunk_size", plan.chunk_size},
          {"user_id", plan.user_id},
          {"users", plan.users},
          {"requests_file", plan.file},
          {"deadline_seconds", Seconds(plan.deadline)},
          {"receive", ReceiveName(plan.receive)}};
}

Json PaceJson(const PacePlan& plan) {
  Json json = {{"loop", plan.open_loop() ? "open" : "closed"}};
  if (plan.open_loop()) {
    json["schedule"] = FormatSchedule(plan.schedule);
    json["max_in_flight"] = plan.max_in_flight;
  } else {
    json["concurrency"] = plan.concurrency;
  }
  json["duration_seconds"] = Seconds(plan.duration);
  json["count"] = plan.count;
  json["warmup_seconds"] = Seconds(plan.warmup);
  json["stall_timeout_seconds"] = Seconds(plan.stall_timeout);
  return json;
}

// Metadata is left out: it may carry tokens.
Json PlanJson(const LoadPlan& plan) {
  return {{"targets", plan.connection.targets},
          {"connections_per_target", plan.connection.connections},
          {"tls", plan.connection.tls.enabled},
          {"request", RequestJson(plan.request)},
          {"pace", PaceJson(plan.pace)},
          {"verify", plan.verify.enabled}};
}

Json WindowJson(const Totals& window) {
  return {{"seconds", window.time_ns * 1e-9},
          {"ok", window.ok},
          {"failed", window.failed},
          {"requests_per_second", CallsPerSecond(window)},
          {"user_cpu_seconds", window.user_cpu_ns * 1e-9},
          {"system_cpu_seconds", window.system_cpu_ns * 1e-9},
          {"requests_per_client_cpu_second", CallsPerCpuSecond(window)},
          {"request_bytes", window.request_bytes},
          {"response_bytes", window.response_bytes},
          {"response_messages", window.response_messages},
          {"decode_seconds", window.decode_ns * 1e-9}};
}

Json CallsJson(const Measurement& measured) {
  return {{"ok", measured.ok},
          {"failed", measured.failed},
          {"abandoned", measured.abandoned},
          {"mismatches", measured.mismatches},
          {"first_mismatch", measured.first_mismatch},
          {"warmup", measured.warmup_calls},
          {"skipped", measured.skipped},
          {"late", measured.late},
          {"late_by_limit", measured.late_by_limit}};
}

Json StatusesJson(const Measurement& measured) {
  Json statuses = Json::array();
  for (const auto& [code, tally] : measured.by_status) {
    statuses.push_back({{"code", code},
                        {"name", StatusName(code)},
                        {"count", tally.count},
                        {"first_messages", tally.first_messages}});
  }
  return statuses;
}

Json SegmentsJson(const LoadResult& result) {
  Json segments = Json::array();
  const Schedule& schedule = result.plan.pace.schedule;
  for (size_t i = 0; i < schedule.size(); ++i) {
    Json json = TallyJson(result.measurement.segments[i]);
    json["segment"] = FormatSchedule({schedule[i]});
    segments.push_back(std::move(json));
  }
  return segments;
}

Json TargetsJson(const LoadResult& result) {
  Json targets = Json::array();
  for (size_t i = 0; i < result.measurement.targets.size(); ++i) {
    Json json = TallyJson(result.measurement.targets[i]);
    json["target"] = result.plan.connection.targets[i];
    targets.push_back(std::move(json));
  }
  return targets;
}

}  // namespace

std::string ToJson(const LoadResult& result) {
  const Measurement& measured = result.measurement;
  const Json json = {
      {"schema", "backwire-client/1"},
      {"name", result.plan.output.name},
      {"started_at", absl::FormatTime(absl::RFC3339_full, result.started_at,
                                      absl::UTCTimeZone())},
      {"codec", result.codec},
      {"cpus", result.cpus},
      {"plan", PlanJson(result.plan)},
      {"connections",
       {{"at_start", result.connections_at_start},
        {"at_end", result.connections_at_end}}},
      {"stop_reason", StopReasonName(measured.stop_reason)},
      {"exit_code", ExitCodeOf(result)},
      {"void_reasons", VoidReasons(result)},
      {"window", WindowJson(measured.window)},
      {"calls", CallsJson(measured)},
      {"statuses", StatusesJson(measured)},
      {"latency_ns", HistogramJson(measured.latency)},
      {"failed_latency_ns", HistogramJson(measured.failed_latency)},
      {"service_time_ns", HistogramJson(measured.service_time)},
      {"send_lag_ns", HistogramJson(measured.send_lag)},
      {"segments", SegmentsJson(result)},
      {"targets", TargetsJson(result)}};
  // Texts from the network may hold bytes that are no UTF-8.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace backwire::client
