// One row a codec: what it costs, and what switching to `generated` saves.
#ifndef BACKWIRE_PROFILES_COMPARISON_H_
#define BACKWIRE_PROFILES_COMPARISON_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "profiles/manifest.h"
#include "profiles/share.h"

namespace backwire::profiles {

// Each is the median over the runs, and the smallest and largest of them.
struct Spread {
  double median = 0;
  double min = 0;
  double max = 0;
};

struct CodecRow {
  std::string codec;
  // Shares of the server's CPU, each with its part of the allocator's work.
  Share encode;
  Share decode;
  Share search;      // choosing candidates
  Share handler;     // filling and freeing the response, and the rest
  Share allocation;  // the allocator, wherever: overlaps with the others
  int64_t cpu_samples = 0;
  // The CPU time that the samples stand for, over what the process used: near 1
  // if the profile saw the whole run.
  double sampled_cpu_ratio = 0;
  // The same by other means, to hold the profile's shares against: the codec's
  // timers over the server's CPU time, and samples of perf. nullopt if they
  // were not measured.
  std::optional<double> encode_by_timers;
  std::optional<double> decode_by_timers;
  std::optional<Share> encode_by_perf;
  std::optional<Share> decode_by_perf;
  Spread requests_per_second;
  Spread p50_ms;
  Spread p99_ms;
  Spread requests_per_cpu_second;  // CPU of the server only
  // Over all of a response's life; nullopt if they were not measured.
  std::optional<double> allocations_per_response;
  std::optional<double> allocated_bytes_per_response;
  std::optional<Share> allocations_in_codec;  // share of the objects
  // How much less CPU a request costs with `generated` than with this codec:
  // 0.4 is 40 % less, below 0 more. nullopt for `generated`, and where it was
  // not measured. The bounds come from the worst and best pairs of runs.
  std::optional<Spread> saving_of_generated;
  // The same by the shares of encode and decode alone, taking all else to cost
  // a request the same: no clock is in it, so a machine that changes its speed
  // from run to run does not change it. The bounds are those of the shares.
  // nullopt where all else differs, as for "builder".
  std::optional<Spread> saving_by_shares;
};

struct Comparison {
  std::vector<CodecRow> rows;  // slowest first
  // What all rows have in common.
  std::string workload;  // "" if the manifests do not tell
  std::string machine;
  std::string commit;
  std::string versions;
  int candidates = 0;
  int concurrency = 0;
};

// Sets what `generated` saves against each other row; nothing if it has none.
void AddSavings(std::vector<CodecRow>& rows);

// Reads the profiles that the manifests name and compares.
//
// INVALID_ARGUMENT: the manifests differ in load, machine or commit, or two are
// of one codec. Else: errors of AnalyzeCpu() and AnalyzeAllocations().
// REQUIRES: manifests is not empty, min_samples >= 1.
absl::StatusOr<Comparison> Compare(const std::vector<Manifest>& manifests,
                                   int64_t min_samples);

// A table for terminals, with what was measured and on what.
std::string ToText(const Comparison& comparison);

// The same as a Markdown table.
std::string ToMarkdown(const Comparison& comparison);

// For tools; docs/profiling.md describes the fields.
std::string ToJson(const Comparison& comparison);

}  // namespace backwire::profiles

#endif  // BACKWIRE_PROFILES_COMPARISON_H_
