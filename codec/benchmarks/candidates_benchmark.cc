// Encode and decode of the reference response, for each codec, beside the
// floors. Names are Op/shape/size/path/codec:
//   seam   from or to a grpc::ByteBuffer, as gRPC calls it
//   array  from or to contiguous memory
//   heap, arena  where the decoded message lives; from contiguous memory
#include <grpcpp/support/byte_buffer.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "backwire/benchmarks/candidates_input.h"
#include "backwire/benchmarks/codecs.h"
#include "benchmark/benchmark.h"
#include "google/protobuf/arena.h"

namespace backwire::benchmarks {
namespace {

using ::candidates::v1::Candidate;
using ::candidates::v1::GenerateResponse;

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
             GenerateResponse* const message =
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
        benchmark::DoNotOptimize(key.data()[0]);
        benchmark::DoNotOptimize(value.data()[0]);
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
