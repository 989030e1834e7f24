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

void EncodeReflective(benchmark::State& state,
                      const google::protobuf::Message& response) {
  std::vector<uint8_t> out(response.ByteSizeLong());
  for (auto _ : state) {
    const Encoder encoder(response, /*deterministic=*/false);
    if (!encoder.WriteToArray(out.data())) state.SkipWithError("too large");
    benchmark::ClobberMemory();
  }
  Report(state, out.size());
}

void EncodeStock(benchmark::State& state,
                 const google::protobuf::Message& response) {
  std::vector<uint8_t> out(response.ByteSizeLong());
  for (auto _ : state) {
    if (!response.SerializeToArray(out.data(), static_cast<int>(out.size()))) {
      state.SkipWithError("cannot serialize");
    }
    benchmark::ClobberMemory();
  }
  Report(state, out.size());
}

void Register(int candidate_count) {
  using Run = void (*)(benchmark::State&, const google::protobuf::Message&);
  const auto* const response = new candidates::v1::GenerateResponse(
      workload::MakeReferenceResponse(candidate_count));
  const auto* const twin = new code_size::GenerateResponse(TwinOf(*response));
  const auto add = [&](Run run, const google::protobuf::Message* message,
                       const std::string& shape, const std::string& codec) {
    const std::string name = "Encode/" + shape + "/" +
                             std::to_string(candidate_count) + "/array/" +
                             codec;
    benchmark::RegisterBenchmark(
        name.c_str(),
        [run, message](benchmark::State& state) { run(state, *message); });
  };
  add(&EncodeReflective, response, "candidates", "reflective");
  add(&EncodeReflective, twin, "candidates_code_size", "reflective");
  add(&EncodeStock, twin, "candidates_code_size", "stock");
  add(&EncodeStock, response, "candidates", "stock");
}

}  // namespace
}  // namespace backwire::reflective

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  for (const int count : {100, 2000}) backwire::reflective::Register(count);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
