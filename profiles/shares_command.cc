// backwire-profile shares: where the CPU and the allocations of profiles go.
#include <memory>
#include <vector>

#include "profiles/command.h"
#include "profiles/shares_report.h"

namespace backwire::profiles {
namespace {

struct Flags {
  std::vector<std::string> cpu_files;
  std::vector<std::string> allocation_files;
  int64_t sampled_every = 1000;
  int64_t min_samples = 100;
  OwnFrames own;
  bool json = false;
};

int RunShares(const Flags& flags) {
  SharesReport report;
  const FrameTable table = flags.own.Table();
  if (!flags.cpu_files.empty()) {
    auto cpu = AnalyzeCpu(flags.cpu_files, flags.min_samples, table);
    if (!cpu.ok()) return Fail(cpu.status());
    report.cpu = *std::move(cpu);
  }
  if (!flags.allocation_files.empty()) {
    auto allocations = AnalyzeAllocations(
        flags.allocation_files, flags.sampled_every, flags.min_samples, table);
    if (!allocations.ok()) return Fail(allocations.status());
    report.allocations = *std::move(allocations);
  }
  if (!report.cpu.has_value() && !report.allocations.has_value()) {
    return Fail(absl::InvalidArgumentError(
        "shares: give a profile by --cpu or --allocs"));
  }
  return Print(flags.json ? ToJson(report) : ToText(report));
}

}  // namespace

Command AddSharesCommand(CLI::App& line) {
  const auto flags = std::make_shared<Flags>();
  CLI::App* app = line.add_subcommand(
      "shares", "Split profiles into encode, decode, build, allocation, …");
  app->add_option("--cpu", flags->cpu_files,
                  "CPU profiles, of pprof or gperftools; several are merged");
  app->add_option("--allocs", flags->allocation_files,
                  "Allocation profiles; several are merged");
  AddOwnFrames(app, flags->own);
  AddSampledEvery(app, flags->sampled_every);
  app->add_flag("--json", flags->json, "Print JSON");
  AddMinSamples(app, flags->min_samples);
  return {app, [flags] { return RunShares(*flags); }};
}

}  // namespace backwire::profiles
