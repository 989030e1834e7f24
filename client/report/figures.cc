#include "client/report/figures.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "client/report/summary.h"

namespace backwire::client {
namespace {

using Json = nlohmann::json;

struct FigureSpec {
  const char* key;
  const char* label;
  const char* pointer;  // into the JSON form
  Figure::Kind kind;
  Figure::Better better;
};

constexpr FigureSpec kFigures[] = {
    {"requests_per_second", "calls per second", "/window/requests_per_second",
     Figure::kNumber, Figure::kHigher},
    {"requests_per_client_cpu_second", "calls per client CPU-second",
     "/window/requests_per_client_cpu_second", Figure::kNumber,
     Figure::kHigher},
    {"latency_mean_ns", "latency mean", "/latency_ns/mean",
     Figure::kNanoseconds, Figure::kLower},
    {"latency_p50_ns", "latency p50", "/latency_ns/percentiles/p50",
     Figure::kNanoseconds, Figure::kLower},
    {"latency_p90_ns", "latency p90", "/latency_ns/percentiles/p90",
     Figure::kNanoseconds, Figure::kLower},
    {"latency_p95_ns", "latency p95", "/latency_ns/percentiles/p95",
     Figure::kNanoseconds, Figure::kLower},
    {"latency_p99_ns", "latency p99", "/latency_ns/percentiles/p99",
     Figure::kNanoseconds, Figure::kLower},
    {"latency_p99_9_ns", "latency p99.9", "/latency_ns/percentiles/p99.9",
     Figure::kNanoseconds, Figure::kLower},
    {"latency_p99_99_ns", "latency p99.99", "/latency_ns/percentiles/p99.99",
     Figure::kNanoseconds, Figure::kLower},
    {"latency_max_ns", "latency max", "/latency_ns/max", Figure::kNanoseconds,
     Figure::kLower},
    {"ok", "calls ok", "/calls/ok", Figure::kCount, Figure::kNeither},
    {"failed", "calls failed", "/calls/failed", Figure::kCount, Figure::kLower},
    {"skipped", "sends skipped", "/calls/skipped", Figure::kCount,
     Figure::kLower},
    {"late", "sends late", "/calls/late", Figure::kCount, Figure::kLower},
    {"mismatches", "wrong responses", "/calls/mismatches", Figure::kCount,
     Figure::kLower},
    {"window_seconds", "measured time", "/window/seconds", Figure::kSeconds,
     Figure::kNeither},
    {"user_cpu_seconds", "client user CPU", "/window/user_cpu_seconds",
     Figure::kSeconds, Figure::kLower},
    {"system_cpu_seconds", "client system CPU", "/window/system_cpu_seconds",
     Figure::kSeconds, Figure::kLower},
    {"decode_seconds", "time in the decoder", "/window/decode_seconds",
     Figure::kSeconds, Figure::kLower},
    {"request_bytes", "bytes sent", "/window/request_bytes", Figure::kBytes,
     Figure::kNeither},
    {"response_bytes", "bytes received", "/window/response_bytes",
     Figure::kBytes, Figure::kNeither},
};

constexpr char kSchema[] = "backwire-client/1";

absl::Status Missing(const char* part) {
  return absl::InvalidArgumentError(
      absl::StrCat("no result of backwire-client: ", part,
                   " is missing or has the wrong type"));
}

// nullptr if there is nothing at the pointer.
const Json* Find(const Json& json, const char* pointer) {
  const Json::json_pointer parsed(pointer);
  return json.contains(parsed) ? &json.at(parsed) : nullptr;
}

std::string Text(const Json& json, const char* pointer) {
  const Json* found = Find(json, pointer);
  if (found == nullptr) return "";
  if (found->is_string()) return found->get<std::string>();
  return found->dump();
}

std::string DescribeEnding(const Json& json) {
  std::string text = Text(json, "/stop_reason");
  const Json* reasons = Find(json, "/void_reasons");
  if (reasons == nullptr || !reasons->is_array()) return text;
  for (const Json& reason : *reasons) {
    if (reason.is_string()) {
      absl::StrAppend(&text, "; VOID: ", reason.get<std::string>());
    }
  }
  return text;
}

RunDescription Describe(const Json& json) {
  RunDescription run;
  run.name = Text(json, "/name");
  run.started_at = Text(json, "/started_at");
  run.codec = Text(json, "/codec");
  run.loop = Text(json, "/plan/pace/loop") == "open"
                 ? absl::StrCat("open, ", Text(json, "/plan/pace/schedule"))
                 : absl::StrCat("closed, ",
                                Text(json, "/plan/pace/concurrency"), " calls");
  const std::string file = Text(json, "/plan/request/requests_file");
  run.request = absl::StrCat(
      Text(json, "/plan/request/rpc"), ", ",
      file.empty() ? Text(json, "/plan/request/candidates") + " candidates"
                   : file);
  run.connections = Text(json, "/connections/at_start");
  run.ending = DescribeEnding(json);
  run.sound = run.ending == "completed" && Text(json, "/exit_code") == "0";
  return run;
}

absl::Status ReadBuckets(const Json& json, RunFigures* run) {
  const Json* buckets = Find(json, "/latency_ns/buckets");
  if (buckets == nullptr || !buckets->is_array()) {
    return Missing("/latency_ns/buckets");
  }
  for (const Json& bucket : *buckets) {
    if (!bucket.is_array() || bucket.size() != 3 || !bucket[1].is_number() ||
        !bucket[2].is_number()) {
      return Missing("/latency_ns/buckets");
    }
    run->latency_buckets.emplace_back(bucket[1].get<double>(),
                                      bucket[2].get<double>());
  }
  return absl::OkStatus();
}

std::string JoinMessages(const Json& status) {
  std::vector<std::string> texts;
  const auto messages = status.find("first_messages");
  if (messages == status.end() || !messages->is_array()) return "";
  for (const Json& message : *messages) {
    if (message.is_string()) texts.push_back(message.get<std::string>());
  }
  return absl::StrJoin(texts, " | ");
}

absl::Status ReadStatuses(const Json& json, RunFigures* run) {
  const Json* statuses = Find(json, "/statuses");
  if (statuses == nullptr || !statuses->is_array()) return Missing("/statuses");
  for (const Json& status : *statuses) {
    const Json* name = Find(status, "/name");
    const Json* count = Find(status, "/count");
    if (name == nullptr || !name->is_string() || count == nullptr ||
        !count->is_number()) {
      return Missing("/statuses");
    }
    run->statuses.push_back(
        {name->get<std::string>(), count->get<double>(), JoinMessages(status)});
  }
  return absl::OkStatus();
}

}  // namespace

std::string Figure::Text() const {
  switch (kind) {
    case kCount:
    case kBytes:
      return absl::StrFormat("%.0f", value);
    case kNumber:
      return absl::StrFormat("%.1f", value);
    case kNanoseconds:
      return FormatNanos(value);
    case kSeconds:
      return absl::StrFormat("%.3f s", value);
  }
  return "";
}

absl::StatusOr<RunFigures> ReadFigures(const std::string& json) {
  const Json parsed = Json::parse(json, nullptr, /*allow_exceptions=*/false);
  if (!parsed.is_object()) {
    return absl::InvalidArgumentError("not a JSON object");
  }
  if (Text(parsed, "/schema") != kSchema) {
    return Missing("\"schema\": \"backwire-client/1\"");
  }
  RunFigures run;
  run.description = Describe(parsed);
  for (const FigureSpec& spec : kFigures) {
    const Json* value = Find(parsed, spec.pointer);
    if (value == nullptr || !value->is_number()) return Missing(spec.pointer);
    run.figures.push_back(
        {spec.key, spec.label, spec.kind, spec.better, value->get<double>()});
  }
  absl::Status status = ReadStatuses(parsed, &run);
  status.Update(ReadBuckets(parsed, &run));
  if (!status.ok()) return status;
  return run;
}

}  // namespace backwire::client
