#include "client/plan/load_plan.h"

#include <set>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace backwire::client {
namespace {

absl::Status Error(absl::string_view flag, absl::string_view value,
                   absl::string_view expected) {
  return absl::InvalidArgumentError(
      absl::StrCat(flag, "=", value, ": expected ", expected));
}

absl::Status CheckRange(absl::string_view flag, int64_t value, int64_t min,
                        int64_t max) {
  if (value >= min && value <= max) return absl::OkStatus();
  return Error(flag, absl::StrCat(value), absl::StrCat(min, " to ", max));
}

absl::Status CheckRange(absl::string_view flag, absl::Duration value,
                        absl::Duration min, absl::Duration max) {
  if (value >= min && value <= max) return absl::OkStatus();
  return Error(flag, absl::FormatDuration(value),
               absl::StrCat(absl::FormatDuration(min), " to ",
                            absl::FormatDuration(max)));
}

absl::Status FirstError(std::initializer_list<absl::Status> statuses) {
  for (const absl::Status& status : statuses) {
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

// HOST:PORT, or one of gRPC's own schemes, which gRPC checks itself.
absl::Status CheckTarget(const std::string& target) {
  for (absl::string_view scheme : {"dns:", "ipv4:", "ipv6:", "unix:"}) {
    if (absl::StartsWith(target, scheme)) return absl::OkStatus();
  }
  const size_t colon = target.rfind(':');
  int port = 0;
  if (colon == std::string::npos || colon == 0 ||
      !absl::SimpleAtoi(target.substr(colon + 1), &port) || port < 1 ||
      port > 65535) {
    return Error("--target", target, "HOST:PORT with a port of 1 to 65535");
  }
  return absl::OkStatus();
}

absl::Status CheckTls(const TlsPlan& tls) {
  const bool details = !tls.ca_file.empty() || !tls.cert_file.empty() ||
                       !tls.key_file.empty() || !tls.server_name.empty();
  if (!tls.enabled && details) {
    return absl::InvalidArgumentError(
        "--tls-ca, --tls-cert, --tls-key and --tls-server-name need --tls");
  }
  if (tls.cert_file.empty() != tls.key_file.empty()) {
    return absl::InvalidArgumentError(
        "--tls-cert and --tls-key belong together: give both or none");
  }
  return absl::OkStatus();
}

absl::Status CheckMetadata(const std::string& key, const std::string& value) {
  const absl::string_view expected =
      "KEY:VALUE with a key of a-z 0-9 - _ . that does not begin with grpc-, "
      "and a printable ASCII value (any bytes if the key ends with -bin)";
  bool good = !key.empty() && !absl::StartsWith(key, "grpc-");
  for (char c : key) {
    good = good && (absl::ascii_islower(c) || absl::ascii_isdigit(c) ||
                    c == '-' || c == '_' || c == '.');
  }
  if (IsBinaryKey(key)) {
    return good ? absl::OkStatus() : Error("--metadata", key, expected);
  }
  for (char c : value) good = good && absl::ascii_isprint(c);
  if (good) return absl::OkStatus();
  return Error("--metadata", absl::StrCat(key, ":", value), expected);
}

absl::Status CheckRequest(const RequestPlan& plan) {
  for (const auto& [key, value] : plan.metadata) {
    absl::Status status = CheckMetadata(key, value);
    if (!status.ok()) return status;
  }
  if (!plan.user_id.empty() && plan.users != 1) {
    return absl::InvalidArgumentError(
        "--user-id and --users exclude each other: one id, or many made ones");
  }
  if (plan.rpc != Rpc::kStream && plan.chunk_size != 0) {
    return absl::InvalidArgumentError("--chunk-size needs --rpc=stream");
  }
  return FirstError(
      {CheckRange("--candidates", plan.candidates, 1, 10'000'000),
       CheckRange("--chunk-size", plan.chunk_size, 0, plan.candidates),
       CheckRange("--users", plan.users, 1, 100'000),
       CheckRange("--user-id's length", plan.user_id.size(), 0, 128),
       CheckRange("--deadline", plan.deadline, absl::Milliseconds(1),
                  absl::Hours(1))});
}

absl::Status CheckEnd(const PacePlan& plan) {
  const bool timed = plan.duration > absl::ZeroDuration();
  if (timed == (plan.count > 0)) {
    return absl::InvalidArgumentError(
        "give one of --duration and --count (or --schedule, which has "
        "durations of its own)");
  }
  if (plan.count == 0) {
    return CheckRange("--duration", plan.duration, absl::Milliseconds(1),
                      absl::Hours(24));
  }
  return CheckRange("--count", plan.count, 1, int64_t{1} << 40);
}

absl::Status CheckPace(const PacePlan& plan) {
  if (plan.open_loop() && plan.warmup > absl::ZeroDuration() &&
      plan.schedule.front().from_per_second == 0) {
    return absl::InvalidArgumentError(
        "--warmup runs at the schedule's first rate, which is 0 here: start "
        "above 0 or leave the warm-up out");
  }
  return FirstError(
      {CheckEnd(plan),
       CheckRange("--concurrency", plan.concurrency, 1, 100'000),
       CheckRange("--max-in-flight", plan.max_in_flight, 1, 1'000'000),
       CheckRange("--warmup", plan.warmup, absl::ZeroDuration(),
                  absl::Hours(1)),
       CheckRange("--stall-timeout", plan.stall_timeout, absl::Milliseconds(1),
                  absl::Hours(1))});
}

absl::Status CheckOutput(const OutputPlan& plan) {
  std::multiset<std::string> files;
  for (const std::string& file :
       {plan.json_file, plan.csv_file, plan.markdown_file, plan.html_file}) {
    if (!file.empty()) files.insert(file);
  }
  for (const std::string& file : files) {
    if (files.count(file) > 1) {
      return absl::InvalidArgumentError(
          absl::StrCat("two outputs go to \"", file, "\": name each its own"));
    }
  }
  if (!plan.progress.has_value()) return absl::OkStatus();
  if (*plan.progress == absl::ZeroDuration()) return absl::OkStatus();
  return CheckRange("--progress", *plan.progress, absl::Milliseconds(100),
                    absl::Hours(1));
}

absl::Status CheckVerify(const VerifyPlan& plan) {
  return CheckRange("--catalogue-items", plan.catalogue_items, 0, 10'000'000);
}

}  // namespace

bool IsBinaryKey(const std::string& key) { return absl::EndsWith(key, "-bin"); }

absl::Status ValidateConnection(const ConnectionPlan& plan) {
  if (plan.targets.empty()) {
    return absl::InvalidArgumentError("--target: at least one is needed");
  }
  for (const std::string& target : plan.targets) {
    absl::Status status = CheckTarget(target);
    if (!status.ok()) return status;
  }
  return FirstError(
      {CheckTls(plan.tls),
       CheckRange("--connections", plan.connections, 1, 1000),
       CheckRange("--connect-timeout", plan.connect_timeout,
                  absl::Milliseconds(1), absl::Minutes(10)),
       CheckRange("--max-receive-bytes", plan.max_receive_bytes, 1, 2147483647),
       CheckRange("--max-send-bytes", plan.max_send_bytes, 1, 2147483647)});
}

absl::Status Validate(const LoadPlan& plan) {
  return FirstError({ValidateConnection(plan.connection),
                     CheckRequest(plan.request), CheckPace(plan.pace),
                     CheckVerify(plan.verify), CheckOutput(plan.output)});
}

}  // namespace backwire::client
