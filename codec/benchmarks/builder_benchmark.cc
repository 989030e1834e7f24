// From the handler's own data to the bytes of the reference response: by a
// builder, and by making the message and encoding it. Both do the workload's
// own arithmetic. Names are Build/shape/size/path/codec:
//   builder        from the data to the wire
//   message        by way of a message on the heap
//   message_arena  by way of a message on an arena
#include <grpcpp/support/byte_buffer.h>

#include <cstdlib>
#include <string>

#include "backwire/benchmarks/candidates_shapes.h"
#include "backwire/benchmarks/codecs.h"
#include "backwire/grpc/byte_buffer_output.h"
#include "benchmark/benchmark.h"
#include "google/protobuf/arena.h"
#include "proto/workload/generate.h"

namespace backwire::benchmarks {
namespace {

using ::candidates::v1::GenerateResponse;
using ::candidates::v1::GenerateResponseBuilder;
using ::grpc::ByteBuffer;

const workload::Catalogue& Items() {
  static const auto* const items =
      new workload::Catalogue(workload::MakeReferenceCatalogue(
          workload::kDefaultCatalogueSize, workload::kDefaultCatalogueSeed));
  return *items;
}

void MakeMessage(int count, GenerateResponse* response) {
  workload::GenerateCandidates(Items(), workload::kReferenceUserId, 0, count,
                               response);
}

void BuildByBuilder(int count, ByteBuffer* buffer) {
  thread_local ByteBufferOutput output;
  GenerateResponseBuilder response(&output);
  workload::BuildCandidates(Items(), workload::kReferenceUserId, 0, count,
                            &response);
  if (!output.Finish(buffer).ok()) std::abort();
}

// Adds Build/candidates/<count>/<path>/<codec>; `work(count, buffer)` builds.
template <class Work>
void Register(const Shape& shape, const std::string& path,
              const std::string& codec, Work work) {
  shape.Register("Build", path, codec,
                 [work, count = shape.size()](const Input&) {
                   ByteBuffer buffer;
                   work(count, &buffer);
                   benchmark::DoNotOptimize(buffer);
                 });
}

void RegisterMessage(const Shape& shape, const Codec& codec) {
  Register(shape, "message", codec.name,
           [&codec](int count, ByteBuffer* buffer) {
             GenerateResponse response;
             MakeMessage(count, &response);
             codec.encode_seam(response, buffer);
           });
  Register(shape, "message_arena", codec.name,
           [&codec](int count, ByteBuffer* buffer) {
             ::google::protobuf::Arena arena;
             auto* const response =
                 GenerateResponse::default_instance().New(&arena);
             MakeMessage(count, response);
             codec.encode_seam(*response, buffer);
           });
}

const bool registered = [] {
  for (const Shape& shape : CandidatesShapes()) {
    Register(shape, "builder", "generated", BuildByBuilder);
    for (const Codec& codec : Codecs()) RegisterMessage(shape, codec);
  }
  return true;
}();

}  // namespace
}  // namespace backwire::benchmarks
