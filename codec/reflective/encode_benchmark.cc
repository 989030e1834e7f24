// What `reflective` takes to encode the reference response, beside stock's own
// reflective engine: the same messages compiled with optimize_for = CODE_SIZE.
// Both are built through the map interface, as a server builds them.
#include <string>
#include <vector>

#include "backwire/reflective/encode.h"
#include "bench/candidates_code_size.pb.h"
#include "benchmark/benchmark.h"
#include "candidates/v1/candidates.pb.h"
#include "proto/workload/generate.h"

namespace backwire::reflective {
namespace {

namespace code_size = ::backwire::bench::code_size;

constexpr int kCandidates = 2000;

code_size::GenerateResponse TwinOf(
    const candidates::v1::GenerateResponse& response) {
  code_size::GenerateResponse twin;
  twin.set_response_id(response.response_id());
  twin.set_model_version(response.model_version());
  for (const candidates::v1::Candidate& candidate : response.candidates()) {
    code_size::Candidate* const copy = twin.add_candidates();
    copy->set_id(candidate.id());
    for (const auto& [key, value] : candidate.metadata()) {
      (*copy->mutable_metadata())[key] = value;
    }
  }
  return twin;
}

void Report(benchmark::State& state, size_t size_bytes) {
  state.SetBytesProcessed(state.iterations() *
                          static_cast<int64_t>(size_bytes));
}

// Made at its first use and kept.
const code_size::GenerateResponse& TwinOfReference() {
  static const auto* const twin = new code_size::GenerateResponse(
      TwinOf(workload::MakeReferenceResponse(kCandidates)));
  return *twin;
}

void EncodeReflective(benchmark::State& state) {
  const code_size::GenerateResponse& response = TwinOfReference();
  std::vector<uint8_t> out(response.ByteSizeLong());
  for (auto _ : state) {
    const Encoder encoder(response, /*deterministic=*/false);
    if (!encoder.WriteToArray(out.data())) state.SkipWithError("too large");
    benchmark::ClobberMemory();
  }
  Report(state, out.size());
}

void EncodeStock(benchmark::State& state) {
  const code_size::GenerateResponse& response = TwinOfReference();
  std::vector<uint8_t> out(response.ByteSizeLong());
  for (auto _ : state) {
    if (!response.SerializeToArray(out.data(), static_cast<int>(out.size()))) {
      state.SkipWithError("cannot serialize");
    }
    benchmark::ClobberMemory();
  }
  Report(state, out.size());
}

BENCHMARK(EncodeReflective)
    ->Name("Encode/candidates_code_size/2000/array/reflective")
    ->Unit(benchmark::kMicrosecond);
BENCHMARK(EncodeStock)
    ->Name("Encode/candidates_code_size/2000/array/stock")
    ->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace backwire::reflective
