#include "profiles/savings.h"

#include <utility>

namespace backwire::profiles {
namespace {

double Fraction(double speedup) { return 1 - 1 / speedup; }

std::optional<SavedCores> SavedIn(double cores,
                                  const std::optional<Share>& share,
                                  const std::optional<Speedup>& speedup) {
  if (!share.has_value() || !speedup.has_value()) return std::nullopt;
  return Saved(cores, *share, *speedup);
}

void Add(const SavedCores& more, SavedCores& sum) {
  sum.value += more.value;
  sum.low += more.low;
  sum.high += more.high;
}

}  // namespace

SavedCores Saved(double cores, const Share& share, const Speedup& speedup) {
  const auto bound = [cores](double fraction, double when_saving,
                             double when_losing) {
    return cores * fraction * (fraction >= 0 ? when_saving : when_losing);
  };
  // A codec that is slower costs more the larger its share is.
  return {cores * share.value * Fraction(speedup.value),
          bound(Fraction(speedup.low), share.low, share.high),
          bound(Fraction(speedup.high), share.high, share.low)};
}

SideSavings ComputeSavings(std::string side, std::vector<Workload> workloads,
                           const Speedups& speedups) {
  SideSavings savings;
  savings.side = std::move(side);
  for (Workload& workload : workloads) {
    WorkloadSavings row;
    row.encode =
        SavedIn(workload.cores, workload.shares.encode, speedups.encode);
    row.decode =
        SavedIn(workload.cores, workload.shares.decode, speedups.decode);
    if (row.encode.has_value()) Add(*row.encode, row.saved);
    if (row.decode.has_value()) Add(*row.decode, row.saved);
    savings.cores += workload.cores;
    Add(row.saved, savings.saved);
    row.workload = std::move(workload);
    savings.workloads.push_back(std::move(row));
  }
  return savings;
}

}  // namespace backwire::profiles
