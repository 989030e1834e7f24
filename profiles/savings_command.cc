// backwire-profile savings: the cores that a faster codec gives back.
#include <memory>
#include <optional>

#include "absl/strings/str_cat.h"
#include "profiles/command.h"
#include "profiles/savings.h"

namespace backwire::profiles {
namespace {

constexpr double kMaxSpeedup = 1e6;

struct Flags {
  std::string cores;
  std::string caller_cores;
  std::string shares;
  std::optional<double> encode_speedup;
  std::optional<double> decode_speedup;
  std::string benchmarks;
  std::string encode_benchmark;
  std::string decode_benchmark;
  std::string from = "stock";
  std::string to = "generated";
  std::string form = "markdown";
  int64_t min_samples = 100;
};

// Of one direction: given, or measured, or neither; not both.
absl::StatusOr<std::optional<Speedup>> SpeedupOf(
    const char* direction, const std::optional<double>& given,
    const std::string& benchmark, const Flags& flags) {
  if (given.has_value() && !benchmark.empty()) {
    return absl::InvalidArgumentError(absl::StrCat("savings: give either --",
                                                   direction, "-speedup or --",
                                                   direction, "-benchmark"));
  }
  if (given.has_value()) return std::optional(GivenSpeedup(*given));
  if (benchmark.empty()) return std::optional<Speedup>();
  if (flags.benchmarks.empty()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "savings: --", direction, "-benchmark needs a file by --benchmarks"));
  }
  auto measured =
      MeasuredSpeedup(flags.benchmarks, benchmark, flags.from, flags.to);
  if (!measured.ok()) return measured.status();
  return std::optional(*std::move(measured));
}

absl::StatusOr<Speedups> ReadSpeedups(const Flags& flags) {
  auto encode =
      SpeedupOf("encode", flags.encode_speedup, flags.encode_benchmark, flags);
  if (!encode.ok()) return encode.status();
  auto decode =
      SpeedupOf("decode", flags.decode_speedup, flags.decode_benchmark, flags);
  if (!decode.ok()) return decode.status();
  if (encode->has_value() || decode->has_value()) {
    return Speedups{*std::move(encode), *std::move(decode)};
  }
  return absl::InvalidArgumentError(
      "savings: give a speed-up, by --encode-speedup or --decode-speedup, or "
      "--benchmarks with --encode-benchmark or --decode-benchmark");
}

absl::StatusOr<SavingsReport> MakeReport(const Flags& flags) {
  const absl::StatusOr<Speedups> speedups = ReadSpeedups(flags);
  if (!speedups.ok()) return speedups.status();
  CodecShares fallback;
  if (!flags.shares.empty()) {
    const absl::StatusOr<CodecShares> shares = ReadSharesJson(flags.shares);
    if (!shares.ok()) return shares.status();
    fallback = *shares;
  }
  SavingsReport report;
  report.speedups = *speedups;
  for (const auto& [side, path] : {std::pair("service", flags.cores),
                                   std::pair("callers", flags.caller_cores)}) {
    if (path.empty()) continue;
    auto workloads = ReadCoreTable(path, fallback, flags.min_samples);
    if (!workloads.ok()) return workloads.status();
    report.sides.push_back(
        ComputeSavings(side, *std::move(workloads), *speedups));
  }
  if (!report.sides.empty()) return report;
  return absl::InvalidArgumentError(
      "savings: give a table by --cores or --caller-cores");
}

int RunSavings(const Flags& flags) {
  const absl::StatusOr<SavingsReport> report = MakeReport(flags);
  if (!report.ok()) return Fail(report.status());
  if (flags.form == "json") return Print(ToJson(*report));
  if (flags.form == "csv") return Print(ToCsv(*report));
  return Print(ToMarkdown(*report));
}

void AddSpeedups(CLI::App* app, Flags& flags) {
  const CLI::Range range(1 / kMaxSpeedup, kMaxSpeedup);
  app->add_option("--encode-speedup", flags.encode_speedup,
                  "How many times faster encoding gets, for example 7.5")
      ->check(range);
  app->add_option("--decode-speedup", flags.decode_speedup,
                  "The same of decoding")
      ->check(range);
  app->add_option("--benchmarks", flags.benchmarks,
                  "JSON file of Google Benchmark to take speed-ups from");
  app->add_option("--encode-benchmark", flags.encode_benchmark,
                  "Benchmark of encoding, without the codec at the end of its "
                  "name: Encode/candidates/2000/seam");
  app->add_option("--decode-benchmark", flags.decode_benchmark,
                  "The same of decoding");
  app->add_option("--from", flags.from, "Codec in use today")
      ->capture_default_str();
  app->add_option("--to", flags.to, "Codec to switch to")
      ->capture_default_str();
}

}  // namespace

Command AddSavingsCommand(CLI::App& line) {
  const auto flags = std::make_shared<Flags>();
  CLI::App* app = line.add_subcommand(
      "savings", "Say how many cores a faster codec gives back");
  app->add_option("--cores", flags->cores,
                  "CSV file with a row a workload: workload, cores, and "
                  "encode_share and decode_share, or profile");
  app->add_option("--caller-cores", flags->caller_cores,
                  "The same of the service's callers");
  app->add_option("--shares", flags->shares,
                  "Shares for rows without any: what \"shares --cpu FILE "
                  "--json\" printed");
  AddSpeedups(app, *flags);
  app->add_option("--format", flags->form, "markdown, csv or json")
      ->check(CLI::IsMember({"markdown", "csv", "json"}))
      ->capture_default_str();
  AddMinSamples(app, flags->min_samples);
  return {app, [flags] { return RunSavings(*flags); }};
}

}  // namespace backwire::profiles
