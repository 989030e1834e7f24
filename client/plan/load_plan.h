// What a load run is to do: plain data, filled from flags, checked once by
// Validate() and never changed afterwards.
#ifndef BACKWIRE_CLIENT_PLAN_LOAD_PLAN_H_
#define BACKWIRE_CLIENT_PLAN_LOAD_PLAN_H_

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "client/plan/schedule.h"

namespace backwire::client {

struct TlsPlan {
  bool enabled = false;
  std::string ca_file;      // PEM; empty: the system's roots
  std::string cert_file;    // PEM; a client certificate, together with key_file
  std::string key_file;     // PEM
  std::string server_name;  // expected name, if it is not the target's host
};

struct ConnectionPlan {
  std::vector<std::string> targets = {"127.0.0.1:50051"};
  int connections = 1;  // TCP connections to each target: 1 to 1,000
  TlsPlan tls;
  // How long to try until every connection stands: above 0, at most 10 min.
  absl::Duration connect_timeout = absl::Seconds(5);
  int max_receive_bytes = 64 << 20;
  int max_send_bytes = 64 << 20;
};

enum class Rpc { kGenerate, kStream };

// What a response is received into.
enum class Receive {
  kHeap,   // a message on the heap, as a plain caller does
  kArena,  // a message on an arena of its own
  kView,   // a view into the bytes, whose memory serves later calls
  kRaw,    // the bytes alone: not decoded, the cheapest for the client
};

struct RequestPlan {
  Rpc rpc = Rpc::kGenerate;
  int candidates = 2000;
  int chunk_size = 0;   // 0: the server's default
  std::string user_id;  // empty: `users` ids, "user-0001" and so on
  int users = 1;        // 1 to 100,000
  std::string file;     // JSON lines of GenerateRequest instead of all above
  // Keys and values; the latter as they are, also of keys that end with -bin.
  std::vector<std::pair<std::string, std::string>> metadata;
  // Of one call, counted from the time at which it was to be sent. Always set,
  // so that no run can hang: 1 ms to 1 h.
  absl::Duration deadline = absl::Seconds(10);
  Receive receive = Receive::kHeap;
};

// When calls are sent. A closed loop keeps `concurrency` calls under way; an
// open loop sends at the rates of `schedule`, whatever the server does.
struct PacePlan {
  bool open_loop() const { return !schedule.empty(); }

  int concurrency = 8;  // 1 to 100,000
  Schedule schedule;    // empty: closed loop
  // Open loop: sends wait, and count as late, while so many are under way.
  int max_in_flight = 1000;
  // One of the two ends the run; zero means "not by this". An open loop's
  // duration is that of its schedule.
  absl::Duration duration = absl::Seconds(10);
  int64_t count = 0;
  // Runs before, and stays out of the results.
  absl::Duration warmup;
  // The run is given up when no call succeeded for so long: above 0.
  absl::Duration stall_timeout = absl::Seconds(15);
};

// Compares every response with the one that the reference catalogue gives.
struct VerifyPlan {
  bool enabled = false;
  int64_t catalogue_items = 0;  // 0: the server's default
  uint64_t catalogue_seed = 0;  // 0: the server's default
};

struct OutputPlan {
  std::string json_file;  // empty: none; "-": standard output
  std::string csv_file;
  std::string markdown_file;
  std::string html_file;
  // Every so often a line on stderr; zero: never; nullopt: each second when
  // stderr is a terminal.
  std::optional<absl::Duration> progress;
  bool quiet = false;  // no summary on standard output
  std::string name;    // copied into the results
};

struct LoadPlan {
  ConnectionPlan connection;
  RequestPlan request;
  PacePlan pace;
  VerifyPlan verify;
  OutputPlan output;
  std::string codec;  // empty: stock
};

// Whether the values of this metadata key may be any bytes, by gRPC's rule.
bool IsBinaryKey(const std::string& key);

// INVALID_ARGUMENT: a value out of its range or two that exclude each other;
// the text names the flag, the value and the range.
absl::Status Validate(const LoadPlan& plan);
absl::Status ValidateConnection(const ConnectionPlan& plan);

}  // namespace backwire::client

#endif  // BACKWIRE_CLIENT_PLAN_LOAD_PLAN_H_
