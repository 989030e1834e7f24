// From shares, speed-ups and a table of cores to the cores that a faster codec
// gives back: Amdahl's arithmetic, one line a workload.
//
//   saved = cores * share * (1 - 1 / speed-up), for encode and for decode
#ifndef BACKWIRE_PROFILES_SAVINGS_H_
#define BACKWIRE_PROFILES_SAVINGS_H_

#include <optional>
#include <string>
#include <vector>

#include "profiles/core_table.h"
#include "profiles/speedup.h"

namespace backwire::profiles {

// nullopt: the direction is not counted.
struct Speedups {
  std::optional<Speedup> encode;
  std::optional<Speedup> decode;
};

// In cores; low <= value <= high. Below 0: it costs cores.
struct SavedCores {
  double value = 0;
  double low = 0;
  double high = 0;
};

struct WorkloadSavings {
  Workload workload;
  // nullopt: without a share or a speed-up.
  std::optional<SavedCores> encode;
  std::optional<SavedCores> decode;
  SavedCores saved;  // the sum of both
};

struct SideSavings {
  std::string side;  // "service" or "callers"
  std::vector<WorkloadSavings> workloads;
  double cores = 0;  // of all workloads
  SavedCores saved;  // of all; its bounds are those of the workloads, added up
};

// REQUIRES: 0 <= share <= 1, speedup > 0.
SavedCores Saved(double cores, const Share& share, const Speedup& speedup);

SideSavings ComputeSavings(std::string side, std::vector<Workload> workloads,
                           const Speedups& speedups);

struct SavingsReport {
  Speedups speedups;
  std::vector<SideSavings> sides;
};

// The formula, where its numbers come from, and a table with each product
// written out.
std::string ToMarkdown(const SavingsReport& report);

// A row a workload and one named "total" a side.
std::string ToCsv(const SavingsReport& report);

// For tools; docs/profiling.md describes the fields.
std::string ToJson(const SavingsReport& report);

}  // namespace backwire::profiles

#endif  // BACKWIRE_PROFILES_SAVINGS_H_
