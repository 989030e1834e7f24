// backwire-profile: says where the CPU and the allocations of a profile go.
#include <CLI/CLI.hpp>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "profiles/analysis.h"
#include "profiles/comparison.h"
#include "profiles/manifest.h"
#include "profiles/shares_report.h"

namespace backwire::profiles {
namespace {

struct Flags {
  std::vector<std::string> cpu_files;
  std::vector<std::string> allocation_files;
  int64_t sampled_every = 1000;
  int64_t min_samples = 100;
  bool json = false;
  std::string directory;
  std::string form = "text";
};

constexpr int kFailure = 1;

int Fail(const absl::Status& status) {
  std::fprintf(stderr, "backwire-profile: %s\n",
               std::string(status.message()).c_str());
  return kFailure;
}

int Print(const std::string& text) {
  std::fputs(text.c_str(), stdout);
  if (std::fflush(stdout) == 0) return 0;
  return Fail(absl::UnavailableError("cannot write the result"));
}

int RunShares(const Flags& flags) {
  SharesReport report;
  if (!flags.cpu_files.empty()) {
    auto cpu = AnalyzeCpu(flags.cpu_files, flags.min_samples);
    if (!cpu.ok()) return Fail(cpu.status());
    report.cpu = *std::move(cpu);
  }
  if (!flags.allocation_files.empty()) {
    auto allocations = AnalyzeAllocations(
        flags.allocation_files, flags.sampled_every, flags.min_samples);
    if (!allocations.ok()) return Fail(allocations.status());
    report.allocations = *std::move(allocations);
  }
  if (!report.cpu.has_value() && !report.allocations.has_value()) {
    return Fail(absl::InvalidArgumentError(
        "shares: give a profile by --cpu or --allocs"));
  }
  return Print(flags.json ? ToJson(report) : ToText(report));
}

int RunTable(const Flags& flags) {
  const auto manifests = ReadManifests(flags.directory);
  if (!manifests.ok()) return Fail(manifests.status());
  const auto comparison = Compare(*manifests, flags.min_samples);
  if (!comparison.ok()) return Fail(comparison.status());
  if (flags.form == "json") return Print(ToJson(*comparison));
  if (flags.form == "markdown") return Print(ToMarkdown(*comparison));
  return Print(ToText(*comparison));
}

void AddMinSamples(CLI::App* command, Flags& flags) {
  command
      ->add_option("--min-samples", flags.min_samples,
                   "Refuse profiles with fewer samples")
      ->check(CLI::Range(int64_t{1}, int64_t{1} << 40))
      ->capture_default_str();
}

CLI::App* AddShares(CLI::App& app, Flags& flags) {
  CLI::App* command = app.add_subcommand(
      "shares", "Split profiles into encode, decode, build, allocation, …");
  command->add_option("--cpu", flags.cpu_files,
                      "CPU profiles made by pprof -proto; several are merged");
  command->add_option("--allocs", flags.allocation_files,
                      "Allocation profiles made by pprof -proto");
  command
      ->add_option("--sampled-every", flags.sampled_every,
                   "?every= of the allocation profiles")
      ->check(CLI::Range(int64_t{1}, int64_t{1000000}))
      ->capture_default_str();
  command->add_flag("--json", flags.json, "Print JSON");
  AddMinSamples(command, flags);
  return command;
}

void AddTable(CLI::App& app, Flags& flags) {
  CLI::App* command = app.add_subcommand(
      "table", "Compare the codecs that scripts/profile.sh measured");
  command
      ->add_option("directory", flags.directory,
                   "Folder with one folder and manifest.json a codec")
      ->required();
  command->add_option("--format", flags.form, "text, markdown or json")
      ->check(CLI::IsMember({"text", "markdown", "json"}))
      ->capture_default_str();
  AddMinSamples(command, flags);
}

int Run(int argc, char** argv) {
  Flags flags;
  CLI::App app("Says where the CPU and the allocations of a profile go.",
               "backwire-profile");
  app.require_subcommand(1);
  const CLI::App* shares = AddShares(app, flags);
  AddTable(app, flags);
  CLI11_PARSE(app, argc, argv);
  return shares->parsed() ? RunShares(flags) : RunTable(flags);
}

}  // namespace
}  // namespace backwire::profiles

int main(int argc, char** argv) { return backwire::profiles::Run(argc, argv); }
