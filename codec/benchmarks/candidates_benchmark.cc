// Encode and decode of the reference response, for each codec, beside the
// floors. Names are Op/shape/size/path/codec:
//   seam   from or to a grpc::ByteBuffer, as gRPC calls it
//   array  from or to contiguous memory
//   heap, arena  where the decoded message lives; from contiguous memory
#include <grpcpp/support/byte_buffer.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "backwire/benchmarks/codecs.h"
#include "backwire/testing/allocations.h"
#include "benchmark/benchmark.h"
#include "google/protobuf/arena.h"
#include "proto/workload/generate.h"

namespace backwire::benchmarks {
namespace {

using ::candidates::v1::Candidate;
using ::candidates::v1::GenerateResponse;

constexpr int kSizes[] = {100, 500, 2000, 5000};

// One response in all forms that the benchmarks start from.
struct Input {
  explicit Input(int candidate_count)
      : message(workload::MakeReferenceResponse(candidate_count)),
        bytes(message.SerializeAsString()) {}

  GenerateResponse message;
  std::string bytes;
};

// Made at its first use and kept, so that only what is run is built.
const Input& InputOf(int candidate_count) {
  static auto* const inputs = new std::map<int, std::unique_ptr<Input>>;
  std::unique_ptr<Input>& input = (*inputs)[candidate_count];
  if (input == nullptr) input = std::make_unique<Input>(candidate_count);
  return *input;
}

using Body = std::function<void(const Input&)>;

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

void Register(const std::string& op, const std::string& path_and_codec,
              const Body& body) {
  for (const int size : kSizes) {
    benchmark::RegisterBenchmark(
        absl::StrCat(op, "/candidates/", size, "/", path_and_codec).c_str(),
        [size, body](benchmark::State& state) { Run(state, size, body); })
        ->Unit(benchmark::kMicrosecond);
  }
}

void RegisterEncode(const Codec& codec) {
  Register("Encode", absl::StrCat("seam/", codec.name),
           [&codec](const Input& input) {
             ::grpc::ByteBuffer buffer;
             codec.encode_seam(input.message, &buffer);
             benchmark::DoNotOptimize(buffer);
           });
  Register(
      "Encode", absl::StrCat("array/", codec.name),
      [&codec,
       memory = std::make_shared<std::vector<uint8_t>>()](const Input& input) {
        if (memory->size() < input.bytes.size()) {
          memory->resize(input.bytes.size());
        }
        codec.encode_array(input.message, memory->data(), input.bytes.size());
        benchmark::ClobberMemory();
      });
}

void RegisterDecode(const Codec& codec) {
  Register("Decode", absl::StrCat("heap/", codec.name),
           [&codec](const Input& input) {
             GenerateResponse message;
             codec.decode_array(input.bytes, &message);
             benchmark::DoNotOptimize(message);
           });
  Register("Decode", absl::StrCat("arena/", codec.name),
           [&codec](const Input& input) {
             ::google::protobuf::Arena arena;
             GenerateResponse* message =
                 GenerateResponse::default_instance().New(&arena);
             codec.decode_array(input.bytes, message);
             benchmark::DoNotOptimize(message);
           });
  Register("Decode", absl::StrCat("seam/", codec.name),
           [&codec](const Input& input) {
             ::grpc::ByteBuffer buffer = InTransportSlices(input.bytes);
             GenerateResponse message;
             codec.decode_seam(&buffer, &message);
             benchmark::DoNotOptimize(message);
           });
}

// The bytes alone; the least that an encoder from this object can do, which is
// to visit every string; and a codec that does nothing, which is the harness.
void RegisterFloors() {
  Register("Floor", "memcpy/none",
           [memory = std::make_shared<std::string>()](const Input& input) {
             memory->resize(input.bytes.size());
             std::memcpy(memory->data(), input.bytes.data(),
                         input.bytes.size());
             benchmark::ClobberMemory();
           });
  Register("Floor", "walk/none", [](const Input& input) {
    size_t bytes = 0;
    for (const Candidate& candidate : input.message.candidates()) {
      bytes += candidate.id().size();
      for (const auto& [key, value] : candidate.metadata()) {
        bytes += key.size() + value.size();
        char first_bytes[] = {key.data()[0], value.data()[0]};
        benchmark::DoNotOptimize(first_bytes);
      }
    }
    benchmark::DoNotOptimize(bytes);
  });
  Register("Floor", "seam/null", [](const Input& input) {
    const ::grpc::Slice slice(input.bytes.size());
    ::grpc::ByteBuffer buffer(&slice, 1);
    benchmark::DoNotOptimize(buffer);
  });
  Register("Floor", "slices/null", [](const Input& input) {
    ::grpc::ByteBuffer buffer = InTransportSlices(input.bytes);
    benchmark::DoNotOptimize(buffer);
  });
}

const bool registered = [] {
  for (const Codec& codec : Codecs()) {
    RegisterEncode(codec);
    RegisterDecode(codec);
  }
  RegisterFloors();
  return true;
}();

}  // namespace
}  // namespace backwire::benchmarks
