// What `reflective` takes to encode the reference response, beside stock's own
// reflective engine: the same messages compiled with optimize_for = CODE_SIZE.
// Both are built through the map interface, as a server builds them.
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "backwire/benchmarks/cases.h"
#include "backwire/reflective/encode.h"
#include "bench/candidates_code_size.pb.h"
#include "benchmark/benchmark.h"
#include "proto/workload/generate.h"

namespace backwire::benchmarks {
namespace {

namespace code_size = ::backwire::bench::code_size;

constexpr int kCandidates = 2000;

std::unique_ptr<code_size::GenerateResponse> MakeTwin() {
  const candidates::v1::GenerateResponse response =
      workload::MakeReferenceResponse(kCandidates);
  auto twin = std::make_unique<code_size::GenerateResponse>();
  twin->set_response_id(response.response_id());
  twin->set_model_version(response.model_version());
  for (const candidates::v1::Candidate& candidate : response.candidates()) {
    code_size::Candidate* const copy = twin->add_candidates();
    copy->set_id(candidate.id());
    for (const auto& [key, value] : candidate.metadata()) {
      (*copy->mutable_metadata())[key] = value;
    }
  }
  return twin;
}

using Memory = std::shared_ptr<std::vector<uint8_t>>;

const bool registered = [] {
  const Shape shape("candidates_code_size", kCandidates, MakeTwin);
  shape.Register("Encode", "array", "reflective",
                 [out = Memory(new std::vector<uint8_t>)](const Input& input) {
                   out->resize(input.bytes.size());
                   const reflective::Encoder encoder(*input.message,
                                                     /*deterministic=*/false);
                   if (!encoder.WriteToArray(out->data())) std::abort();
                   benchmark::ClobberMemory();
                 });
  shape.Register("Encode", "array", "stock",
                 [out = Memory(new std::vector<uint8_t>)](const Input& input) {
                   out->resize(input.bytes.size());
                   if (!input.message->SerializeToArray(
                           out->data(), static_cast<int>(out->size()))) {
                     std::abort();
                   }
                   benchmark::ClobberMemory();
                 });
  return true;
}();

}  // namespace
}  // namespace backwire::benchmarks
