// Measures the cases' time with Google Benchmark. Beside the time it counts the
// bytes per second, one iteration's allocations ("allocs") and the bytes that
// they ask for ("alloc_bytes").
#include "backwire/benchmarks/cases.h"
#include "backwire/testing/allocations.h"
#include "benchmark/benchmark.h"

namespace backwire::benchmarks {
namespace {

void Measure(benchmark::State& state, const Case& a_case) {
  // Twice before counting: the first run teaches the codec the size.
  a_case.Run();
  a_case.Run();
  const uint64_t bytes_before = testing::AllocatedBytes();
  state.counters["allocs"] =
      static_cast<double>(testing::CountAllocations([&] { a_case.Run(); }));
  state.counters["alloc_bytes"] =
      static_cast<double>(testing::AllocatedBytes() - bytes_before);
  for (auto _ : state) a_case.Run();
  state.SetBytesProcessed(static_cast<int64_t>(
      state.iterations() * a_case.shape.input().bytes.size()));
}

void RegisterAll() {
  for (const Case& a_case : Cases()) {
    benchmark::RegisterBenchmark(
        a_case.name.c_str(),
        [&a_case](benchmark::State& state) { Measure(state, a_case); });
  }
}

}  // namespace
}  // namespace backwire::benchmarks

int main(int argc, char** argv) {
  backwire::benchmarks::RegisterAll();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
