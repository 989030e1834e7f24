// From the handler's own data to the bytes of the reference response: by a
// builder, and by making the message and encoding it. Both do the workload's
// own arithmetic. Names are Build/shape/size/path/codec:
//   builder        from the data to the wire
//   message        by way of a message on the heap
//   message_arena  by way of a message on an arena
#include <grpcpp/support/byte_buffer.h>

#include <cstdlib>
#include <string>

#include "absl/strings/str_cat.h"
#include "backwire/benchmarks/codecs.h"
#include "backwire/grpc/byte_buffer_output.h"
#include "backwire/testing/allocations.h"
#include "benchmark/benchmark.h"
#include "google/protobuf/arena.h"
#include "proto/workload/generate.h"

namespace backwire::benchmarks {
namespace {

using ::candidates::v1::GenerateResponse;
using ::candidates::v1::GenerateResponseBuilder;
using ::grpc::ByteBuffer;

constexpr int kSizes[] = {100, 500, 2000, 5000};

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

// Runs `work` once; returns the message's size.
template <class Work>
size_t RunOnce(int count, Work&& work) {
  ByteBuffer buffer;
  work(count, &buffer);
  benchmark::DoNotOptimize(buffer);
  return buffer.Length();
}

template <class Work>
void Run(benchmark::State& state, int count, Work&& work) {
  // Twice before counting: the first run teaches the output the size.
  RunOnce(count, work);
  const size_t size_bytes = RunOnce(count, work);
  state.counters["allocs"] = static_cast<double>(
      testing::CountAllocations([&] { RunOnce(count, work); }));
  for (auto _ : state) RunOnce(count, work);
  state.SetBytesProcessed(
      static_cast<int64_t>(state.iterations() * size_bytes));
}

void BuildByBuilder(int count, ByteBuffer* buffer) {
  thread_local ByteBufferOutput output;
  GenerateResponseBuilder response(&output);
  workload::BuildCandidates(Items(), workload::kReferenceUserId, 0, count,
                            &response);
  if (!output.Finish(buffer).ok()) std::abort();
}

template <class Work>
void Register(const std::string& path_and_codec, Work work) {
  for (const int size : kSizes) {
    benchmark::RegisterBenchmark(
        absl::StrCat("Build/candidates/", size, "/", path_and_codec).c_str(),
        [size, work](benchmark::State& state) { Run(state, size, work); })
        ->Unit(benchmark::kMicrosecond);
  }
}

void RegisterMessage(const Codec& codec) {
  Register(absl::StrCat("message/", codec.name),
           [&codec](int count, ByteBuffer* buffer) {
             GenerateResponse response;
             MakeMessage(count, &response);
             codec.encode_seam(response, buffer);
           });
  Register(absl::StrCat("message_arena/", codec.name),
           [&codec](int count, ByteBuffer* buffer) {
             ::google::protobuf::Arena arena;
             auto* const response =
                 GenerateResponse::default_instance().New(&arena);
             MakeMessage(count, response);
             codec.encode_seam(*response, buffer);
           });
}

const bool registered = [] {
  Register("builder/generated", BuildByBuilder);
  for (const Codec& codec : Codecs()) RegisterMessage(codec);
  return true;
}();

}  // namespace
}  // namespace backwire::benchmarks
