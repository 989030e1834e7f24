#include "profiles/comparison.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "profiles/analysis.h"

namespace backwire::profiles {
namespace {

constexpr char kBest[] = "generated";
// Its codec writes no messages: handlers write to the wire.
constexpr char kBuilder[] = "builder";

// REQUIRES: values is not empty.
Spread MakeSpread(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const size_t middle = values.size() / 2;
  const double median = values.size() % 2 == 1
                            ? values[middle]
                            : (values[middle - 1] + values[middle]) / 2;
  return {median, values.front(), values.back()};
}

template <typename Function>
Spread OverRuns(const Manifest& manifest, Function value_of) {
  std::vector<double> values;
  for (const MeasuredRun& run : manifest.runs) values.push_back(value_of(run));
  return MakeSpread(std::move(values));
}

absl::Status AddCpuShares(const Manifest& manifest, int64_t min_samples,
                          CodecRow& row) {
  std::vector<std::string> paths;
  double server_cpu_seconds = 0;
  for (const MeasuredRun& run : manifest.runs) {
    paths.push_back(run.cpu_profile);
    server_cpu_seconds += run.server_cpu_seconds;
  }
  const absl::StatusOr<CpuAnalysis> analysis = AnalyzeCpu(paths, min_samples);
  if (!analysis.ok()) return analysis.status();
  const Attributed& cpu = analysis->cpu;
  row.cpu_samples = cpu.samples;
  row.sampled_cpu_ratio = analysis->cpu_seconds / server_cpu_seconds;
  row.encode = cpu.Of(Cumulative::kEncode);
  row.decode = cpu.Of(Cumulative::kDecode);
  row.search = cpu.Of(Part::kSearch);
  row.handler = cpu.Of({Part::kBuild, Part::kBuildAllocation, Part::kHandler});
  row.allocation = cpu.Of(Cumulative::kAllocation);
  return absl::OkStatus();
}

// Of the runs that have timers; REQUIRES: AddCpuShares() found CPU time in all.
void AddOtherMeans(const Manifest& manifest, CodecRow& row) {
  TimedCodec timed;
  double cpu_seconds = 0;
  for (const MeasuredRun& run : manifest.runs) {
    if (!run.timers.has_value()) continue;
    timed.encode_seconds += run.timers->encode_seconds;
    timed.decode_seconds += run.timers->decode_seconds;
    cpu_seconds += run.server_cpu_seconds;
  }
  if (cpu_seconds > 0) {
    row.encode_by_timers = timed.encode_seconds / cpu_seconds;
    row.decode_by_timers = timed.decode_seconds / cpu_seconds;
  }
  if (!manifest.perf.has_value()) return;
  const PerfSamples& perf = *manifest.perf;
  row.encode_by_perf = MakeShare(perf.encode, perf.samples, perf.samples);
  row.decode_by_perf = MakeShare(perf.decode, perf.samples, perf.samples);
}

void AddLoadResults(const Manifest& manifest, CodecRow& row) {
  row.requests_per_second = OverRuns(manifest, [](const MeasuredRun& run) {
    return run.client.responses / run.client.seconds;
  });
  row.p50_ms = OverRuns(
      manifest, [](const MeasuredRun& run) { return run.client.p50_ms; });
  row.p99_ms = OverRuns(
      manifest, [](const MeasuredRun& run) { return run.client.p99_ms; });
  row.requests_per_cpu_second = OverRuns(manifest, [](const MeasuredRun& run) {
    return run.client.responses / run.server_cpu_seconds;
  });
}

absl::Status AddAllocations(const Manifest& manifest, int64_t min_samples,
                            CodecRow& row) {
  if (!manifest.allocations.has_value()) return absl::OkStatus();
  const MeasuredAllocations& measured = *manifest.allocations;
  const absl::StatusOr<AllocationAnalysis> analysis = AnalyzeAllocations(
      {measured.profile}, measured.sampled_every, min_samples);
  if (!analysis.ok()) return analysis.status();
  const double responses = measured.responses;
  row.allocations_per_response = analysis->objects.sums.total / responses;
  row.allocated_bytes_per_response = analysis->bytes.sums.total / responses;
  row.allocations_in_codec =
      analysis->objects.Of(Cumulative::kAllocationInCodec);
  return absl::OkStatus();
}

absl::StatusOr<CodecRow> MakeRow(const Manifest& manifest,
                                 int64_t min_samples) {
  CodecRow row;
  row.codec = manifest.codec;
  absl::Status status = AddCpuShares(manifest, min_samples, row);
  if (status.ok()) status = AddAllocations(manifest, min_samples, row);
  if (!status.ok()) {
    return absl::Status(status.code(), absl::StrCat("codec ", manifest.codec,
                                                    ": ", status.message()));
  }
  AddOtherMeans(manifest, row);
  AddLoadResults(manifest, row);
  return row;
}

absl::Status CheckComparable(const std::vector<Manifest>& manifests) {
  const Manifest& first = manifests.front();
  for (size_t i = 1; i < manifests.size(); ++i) {
    const Manifest& other = manifests[i];
    const auto differ = [&](absl::string_view what) {
      return absl::InvalidArgumentError(
          absl::StrCat("the results of ", first.codec, " and ", other.codec,
                       " cannot be compared: they differ in ", what));
    };
    if (other.workload != first.workload) return differ("the workload");
    if (other.candidates != first.candidates) return differ("candidates");
    if (other.concurrency != first.concurrency) return differ("concurrency");
    if (other.machine != first.machine) return differ("the machine");
    if (other.commit != first.commit) return differ("the commit");
    if (other.versions != first.versions) return differ("versions");
    for (size_t j = 0; j < i; ++j) {
      if (manifests[j].codec == other.codec) {
        return absl::InvalidArgumentError(
            absl::StrCat("two results are of the codec ", other.codec));
      }
    }
  }
  return absl::OkStatus();
}

// CPU per request of `best` over that of `other`, as a saving.
Spread Saving(const Spread& best, const Spread& other) {
  return {1 - other.median / best.median, 1 - other.max / best.min,
          1 - other.min / best.max};
}

// What is left of a request's CPU without the codec's part, the same for both,
// makes the two comparable.
Spread SavingByShares(const CodecRow& best, const CodecRow& other) {
  const auto saving = [](double best_codec, double other_codec) {
    return 1 - (1 - other_codec) / (1 - best_codec);
  };
  return {saving(best.encode.value + best.decode.value,
                 other.encode.value + other.decode.value),
          saving(best.encode.high + best.decode.high,
                 other.encode.low + other.decode.low),
          saving(best.encode.low + best.decode.low,
                 other.encode.high + other.decode.high)};
}

}  // namespace

void AddSavings(std::vector<CodecRow>& rows) {
  const auto best =
      std::find_if(rows.begin(), rows.end(),
                   [](const CodecRow& row) { return row.codec == kBest; });
  if (best == rows.end()) return;
  for (CodecRow& row : rows) {
    if (row.codec == kBest) continue;
    row.saving_of_generated =
        Saving(best->requests_per_cpu_second, row.requests_per_cpu_second);
    if (row.codec == kBuilder || best->encode.high + best->decode.high >= 1) {
      continue;
    }
    row.saving_by_shares = SavingByShares(*best, row);
  }
}

absl::StatusOr<Comparison> Compare(const std::vector<Manifest>& manifests,
                                   int64_t min_samples) {
  absl::Status status = CheckComparable(manifests);
  if (!status.ok()) return status;
  const Manifest& first = manifests.front();
  Comparison comparison;
  comparison.workload = first.workload;
  comparison.machine = first.machine;
  comparison.commit = first.commit;
  comparison.versions = first.versions;
  comparison.candidates = first.candidates;
  comparison.concurrency = first.concurrency;
  for (const Manifest& manifest : manifests) {
    absl::StatusOr<CodecRow> row = MakeRow(manifest, min_samples);
    if (!row.ok()) return row.status();
    comparison.rows.push_back(*std::move(row));
  }
  AddSavings(comparison.rows);
  std::stable_sort(comparison.rows.begin(), comparison.rows.end(),
                   [](const CodecRow& a, const CodecRow& b) {
                     return a.requests_per_cpu_second.median <
                            b.requests_per_cpu_second.median;
                   });
  return comparison;
}

}  // namespace backwire::profiles
