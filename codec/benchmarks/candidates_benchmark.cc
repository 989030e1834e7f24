// Encode and decode of the reference response, for each codec, beside the
// floors.
#include <grpcpp/support/byte_buffer.h>

#include "backwire/benchmarks/candidates_shapes.h"
#include "backwire/benchmarks/codecs.h"
#include "benchmark/benchmark.h"
#include "candidates/v1/candidates.pb.h"

namespace backwire::benchmarks {
namespace {

using ::candidates::v1::Candidate;
using ::candidates::v1::GenerateResponse;

void VisitEveryString(const GenerateResponse& response) {
  size_t bytes = 0;
  for (const Candidate& candidate : response.candidates()) {
    bytes += candidate.id().size();
    for (const auto& [key, value] : candidate.metadata()) {
      bytes += key.size() + value.size();
      char first_of_key = key.data()[0];
      char first_of_value = value.data()[0];
      benchmark::DoNotOptimize(first_of_key);
      benchmark::DoNotOptimize(first_of_value);
    }
  }
  benchmark::DoNotOptimize(bytes);
}

// The bytes alone; the least that an encoder from this object can do, which is
// to visit every string; and a codec that does nothing, which is the harness.
void RegisterFloors(const Shape& shape) {
  shape.RegisterCopy();
  shape.Register("Floor", "walk", "none", [](const Input& input) {
    VisitEveryString(static_cast<const GenerateResponse&>(*input.message));
  });
  shape.Register("Floor", "seam", "null", [](const Input& input) {
    const ::grpc::Slice slice(input.bytes.size());
    ::grpc::ByteBuffer buffer(&slice, 1);
    benchmark::DoNotOptimize(buffer);
  });
  shape.Register("Floor", "slices", "null", [](const Input& input) {
    ::grpc::ByteBuffer buffer = InTransportSlices(input.bytes);
    benchmark::DoNotOptimize(buffer);
  });
}

const bool registered = [] {
  for (const Shape& shape : CandidatesShapes()) {
    shape.RegisterCodecs();
    RegisterFloors(shape);
  }
  return true;
}();

}  // namespace
}  // namespace backwire::benchmarks
