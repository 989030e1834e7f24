#include "client/flags/flags.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fstream>
#include <sstream>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client/flags/option_adder.h"
#include "client/plan/exit_code.h"

namespace backwire::client {
namespace {

// Flags that become something else in the plan.
struct RawFlags {
  absl::Duration duration = absl::ZeroDuration();
  double rate = 0;
  std::string schedule;
  std::vector<std::string> metadata;
  absl::Duration progress = -absl::Seconds(1);
};

constexpr absl::Duration kForever = absl::Hours(24);

void AddConnectionFlags(OptionAdder add, ConnectionPlan* plan) {
  add.Group("Connection");
  add.Repeated("--target", &plan->targets, ',',
               "HOST:PORT of the server (default 127.0.0.1:50051); several, "
               "by commas or repeated, take turns");
  add.Switch("--tls", &plan->tls.enabled, "Encrypt the connections");
  add.Value("--tls-ca", &plan->tls.ca_file,
            "PEM file with the roots to trust instead of the system's");
  add.Value("--tls-cert", &plan->tls.cert_file,
            "PEM file with the client's certificate");
  add.Value("--tls-key", &plan->tls.key_file,
            "PEM file with the client's private key");
  add.Value("--tls-server-name", &plan->tls.server_name,
            "Name to expect in the server's certificate");
}

void AddChannelFlags(OptionAdder add, ConnectionPlan* plan) {
  add.Group("Connection");
  add.Value("--connections", &plan->connections,
            "TCP connections to each target");
  add.Duration("--connect-timeout", &plan->connect_timeout,
               "How long to try until all connections stand (default 5s)");
  add.Value("--max-receive-bytes", &plan->max_receive_bytes,
            "Largest message to accept");
  add.Value("--max-send-bytes", &plan->max_send_bytes,
            "Largest message to send");
}

void AddRequestFlags(OptionAdder add, RequestPlan* plan, RawFlags* raw) {
  add.Group("Requests");
  add.Choice<Rpc>("--rpc", &plan->rpc,
                  {{"generate", Rpc::kGenerate}, {"stream", Rpc::kStream}},
                  "One response, or the same in chunks (default generate)");
  add.Value("--candidates", &plan->candidates, "Candidates to ask for");
  add.Value("--chunk-size", &plan->chunk_size,
            "Candidates in a chunk of --rpc=stream; 0: the server's default");
  add.Value("--user-id", &plan->user_id, "The user of every request");
  add.Value("--users", &plan->users,
            "Number of users to ask for in turn: user-0001, user-0002, …");
  add.Value("--requests", &plan->file,
            "File with one GenerateRequest in JSON a line, sent in turn");
  add.Repeated("--metadata", &raw->metadata, 0,
               "KEY:VALUE to send with every call; KEY-bin:BASE64 or "
               "KEY-bin:@FILE for bytes; may be repeated");
  add.Duration("--deadline", &plan->deadline,
               "Time limit of a call (default 10s)");
  add.Choice<Receive>("--receive", &plan->receive,
                      {{"heap", Receive::kHeap},
                       {"arena", Receive::kArena},
                       {"view", Receive::kView},
                       {"raw", Receive::kRaw}},
                      "Receive into a message on the heap or on an arena, into "
                      "a view, or keep the bytes undecoded, which costs the "
                      "client least (default heap)");
}

void AddPaceFlags(OptionAdder add, PacePlan* plan, RawFlags* raw) {
  add.Group("Pace");
  add.Value("--concurrency", &plan->concurrency,
            "Closed loop: calls under way all the time");
  add.Value("--rate", &raw->rate,
            "Open loop: calls per second, sent whatever the server does");
  add.Value("--schedule", &raw->schedule,
            "Open loop with changing rates: 100@10s,100-500@30s,500@1m");
  add.Value("--max-in-flight", &plan->max_in_flight,
            "Open loop: sends wait, and count as late, while so many calls "
            "are under way");
  add.Duration("--duration", &raw->duration,
               "How long to measure (default 10s)");
  add.Value("--count", &plan->count,
            "How many calls to measure, instead of --duration");
  add.Duration("--warmup", &plan->warmup,
               "Time before, kept out of the results (default 0s)");
  add.Duration("--stall-timeout", &plan->stall_timeout,
               "Give up when no call succeeded for so long (default 15s)");
}

void AddResultFlags(OptionAdder add, LoadPlan* plan, RawFlags* raw) {
  add.Group("Codec and checks");
  add.Value("--codec", &plan->codec,
            "Codec of the client's side: stock (default), reflective, "
            "generated or parity");
  add.Switch("--verify", &plan->verify.enabled,
             "Compare every response with that of the reference catalogue");
  add.Value("--catalogue-items", &plan->verify.catalogue_items,
            "Size of the server's reference catalogue; 0: the default");
  add.Value("--catalogue-seed", &plan->verify.catalogue_seed,
            "Seed of the server's reference catalogue; 0: the default");
  add.Group("Output");
  add.Value("--json", &plan->output.json_file,
            "Write the whole result as JSON; - is standard output");
  add.Value("--csv", &plan->output.csv_file,
            "Write the figures as one line of CSV below their names");
  add.Value("--markdown", &plan->output.markdown_file,
            "Write the figures as a Markdown table");
  add.Value("--html", &plan->output.html_file,
            "Write a page with the figures and a chart");
  add.Value("--name", &plan->output.name, "A name to keep in the result");
  add.Duration("--progress", &raw->progress,
               "A line on stderr every so often; 0: none (default: every "
               "second if stderr is a terminal)");
  add.Switch("--quiet", &plan->output.quiet, "No summary");
}

void AddProbeFlags(OptionAdder add, ProbePlan* plan) {
  AddConnectionFlags(add, &plan->connection);
  add.Group("Probe");
  add.Value("--service", &plan->service,
            "Full name of the service to ask about; empty: the whole server");
  add.Duration("--timeout", &plan->timeout,
               "Time for the whole probe (default 2s)");
  add.Switch("--quiet", &plan->quiet, "Print nothing");
}

// What BASE64 or @FILE stands for. The value may be secret: errors leave it
// out.
absl::StatusOr<std::string> BinaryValue(const std::string& key,
                                        const std::string& text) {
  std::string value;
  if (absl::StartsWith(text, "@")) {
    std::ifstream file(text.substr(1), std::ios::binary);
    std::ostringstream content;
    content << file.rdbuf();
    if (file.good() && !content.str().empty()) return content.str();
    return absl::InvalidArgumentError(
        absl::StrCat("--metadata=", key, ":", text,
                     ": the file cannot be read, or is empty"));
  }
  if (absl::Base64Unescape(text, &value)) return value;
  return absl::InvalidArgumentError(absl::StrCat(
      "--metadata=", key,
      ": a key that ends with -bin takes its value in base64, or as @FILE"));
}

absl::Status TakeMetadata(const RawFlags& raw, RequestPlan* plan) {
  for (const std::string& entry : raw.metadata) {
    const size_t colon = entry.find(':');
    if (colon == std::string::npos) {
      return absl::InvalidArgumentError(
          absl::StrCat("--metadata=", entry, ": expected KEY:VALUE"));
    }
    const std::string key = entry.substr(0, colon);
    absl::StatusOr<std::string> value = entry.substr(colon + 1);
    if (IsBinaryKey(key)) value = BinaryValue(key, *value);
    if (!value.ok()) return value.status();
    plan->metadata.emplace_back(key, *std::move(value));
  }
  return absl::OkStatus();
}

absl::Status TakeSchedule(const RawFlags& raw, PacePlan* plan) {
  if (raw.rate != 0 || raw.duration != absl::ZeroDuration() ||
      plan->count != 0) {
    return absl::InvalidArgumentError(
        "--schedule excludes --rate, --duration and --count: it has rates and "
        "durations of its own");
  }
  absl::StatusOr<Schedule> schedule = ParseSchedule(raw.schedule);
  if (!schedule.ok()) return schedule.status();
  plan->schedule = *std::move(schedule);
  plan->duration = TotalDuration(plan->schedule);
  return absl::OkStatus();
}

absl::Status TakePace(const RawFlags& raw, PacePlan* plan) {
  if (!raw.schedule.empty()) return TakeSchedule(raw, plan);
  if (raw.duration != absl::ZeroDuration() || plan->count != 0) {
    plan->duration = raw.duration;
  }
  if (raw.rate == 0) return absl::OkStatus();
  if (!(raw.rate > 0 && raw.rate <= kMaxRate)) {
    return absl::InvalidArgumentError(
        absl::StrCat("--rate=", raw.rate, ": expected above 0, at most 1e6"));
  }
  const absl::Duration time = plan->count > 0 ? kForever : plan->duration;
  plan->schedule = {RateSegment{raw.rate, raw.rate, time}};
  return absl::OkStatus();
}

absl::Status TakeRaw(const RawFlags& raw, LoadPlan* plan) {
  if (raw.progress >= absl::ZeroDuration()) {
    plan->output.progress = raw.progress;
  }
  absl::Status status = TakeMetadata(raw, &plan->request);
  status.Update(TakePace(raw, &plan->pace));
  if (status.ok()) status = Validate(*plan);
  return status;
}

absl::Status ValidateProbe(const ProbePlan& plan) {
  if (plan.timeout < absl::Milliseconds(1) ||
      plan.timeout > absl::Minutes(10)) {
    return absl::InvalidArgumentError(
        absl::StrCat("--timeout=", absl::FormatDuration(plan.timeout),
                     ": expected 1ms to 10m"));
  }
  return ValidateConnection(plan.connection);
}

Command UsageError(absl::string_view text) {
  Command command;
  command.exit_code = kExitUsage;
  command.text = absl::StrCat("backwire-client: ", text,
                              "\nTry backwire-client --help.\n");
  return command;
}

// CLI11 reports help and errors alike by an exception.
Command FromParseError(const CLI::App& app, const CLI::ParseError& error) {
  std::ostringstream out, err;
  if (app.exit(error, out, err) != 0) return UsageError(error.what());
  Command command;
  command.text = out.str();
  return command;
}

constexpr char kAbout[] =
    "Load client for the candidate service. Every flag has an environment "
    "variable.\nExit codes: 0 all went well; 1 calls failed, a response was "
    "wrong, sends were\nskipped, or the run was given up; 2 usage; 3 no "
    "connection; 4 a result was not\nwritten; 5 interrupted; 6 the codec "
    "could not be started.";

}  // namespace

Command ParseCommandLine(int argc, const char* const* argv) {
  Command command;
  RawFlags raw;
  CLI::App app(kAbout, "backwire-client");
  OptionAdder add(&app);
  AddConnectionFlags(add, &command.load.connection);
  AddChannelFlags(add, &command.load.connection);
  AddRequestFlags(add, &command.load.request, &raw);
  AddPaceFlags(add, &command.load.pace, &raw);
  AddResultFlags(add, &command.load, &raw);
  CLI::App* probe = app.add_subcommand(
      "probe", "Ask the server's health service once; for health checks");
  AddProbeFlags(OptionAdder(probe), &command.probe);
  CLI::App* compare = app.add_subcommand(
      "compare", "Show two results that --json wrote side by side");
  compare->add_option("files", command.compare.files, "FIRST.json SECOND.json")
      ->required()
      ->expected(2);
  app.require_subcommand(0, 1);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return FromParseError(app, error);
  }
  absl::Status status;
  if (probe->parsed()) {
    command.kind = Command::kProbe;
    status = ValidateProbe(command.probe);
  } else if (compare->parsed()) {
    command.kind = Command::kCompare;
  } else {
    command.kind = Command::kLoad;
    status = TakeRaw(raw, &command.load);
  }
  return status.ok() ? command : UsageError(status.message());
}

}  // namespace backwire::client
