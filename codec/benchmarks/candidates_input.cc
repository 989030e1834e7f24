#include "backwire/benchmarks/candidates_input.h"

#include <map>
#include <memory>

#include "absl/strings/str_cat.h"
#include "backwire/testing/allocations.h"
#include "benchmark/benchmark.h"

namespace backwire::benchmarks {
namespace {

constexpr int kSizes[] = {100, 500, 2000, 5000};

// Made at its first use and kept, so that only what is run is built.
const Input& InputOf(int candidate_count) {
  static auto* const inputs = new std::map<int, std::unique_ptr<Input>>;
  std::unique_ptr<Input>& input = (*inputs)[candidate_count];
  if (input == nullptr) input = std::make_unique<Input>(candidate_count);
  return *input;
}

void Run(benchmark::State& state, int candidate_count, const Body& body) {
  const Input& input = InputOf(candidate_count);
  // Twice before counting: the first run teaches the codec the size.
  body(input);
  body(input);
  state.counters["allocs"] =
      static_cast<double>(testing::CountAllocations([&] { body(input); }));
  for (auto _ : state) body(input);
  state.SetBytesProcessed(
      static_cast<int64_t>(state.iterations() * input.bytes.size()));
}

}  // namespace

void Register(const std::string& op, const std::string& path_and_codec,
              const Body& body) {
  for (const int size : kSizes) {
    benchmark::RegisterBenchmark(
        absl::StrCat(op, "/candidates/", size, "/", path_and_codec).c_str(),
        [size, body](benchmark::State& state) { Run(state, size, body); })
        ->Unit(benchmark::kMicrosecond);
  }
}

}  // namespace backwire::benchmarks
