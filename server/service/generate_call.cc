#include "server/service/generate_call.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "backwire/grpc/byte_buffer_output.h"
#include "grpcpp/server_context.h"
#include "server/service/call_record.h"

namespace backwire::server {
namespace {

using candidates::v1::GenerateRequest;
using candidates::v1::GenerateResponse;

absl::Status CallerLeft() {
  return absl::CancelledError("the caller left before the answer was built");
}

// Puts the candidates with the ranks first + 1 … first + count into the
// response. RESOURCE_EXHAUSTED: it would be larger than any message may be.
absl::Status FillResponse(const CallParts& parts,
                          const GenerateRequest& request, const Choice& choice,
                          int first, int count, GenerateResponse* response) {
  parts.generator->Fill(request, choice, first, count, response);
  parts.metrics->OnCandidates(count);
  return absl::OkStatus();
}

absl::Status FillResponse(const CallParts& parts,
                          const GenerateRequest& request, const Choice& choice,
                          int first, int count, PreparedMessage* response) {
  // Remembers the sizes of this thread's responses.
  static thread_local ByteBufferOutput output;
  candidates::v1::GenerateResponseBuilder builder(&output);
  parts.generator->Build(request, choice, first, count, &builder);
  const grpc::Status status = output.Finish(&response->buffer);
  if (!status.ok()) {
    return absl::Status(static_cast<absl::StatusCode>(status.error_code()),
                        status.error_message());
  }
  parts.metrics->OnCandidates(count);
  parts.metrics->OnBuilt(response->buffer.Length());
  return absl::OkStatus();
}

class UnaryCall final : public grpc::ServerUnaryReactor {
 public:
  UnaryCall(const CallParts& parts, grpc::CallbackServerContext* context)
      : parts_(parts),
        context_(context),
        record_(Method::kGenerate, parts.gate, parts.metrics) {}

  template <class Response>
  void Answer(const GenerateRequest& request, Response* response) {
    absl::Status status = Check(request);
    if (status.ok()) {
      status = FillResponse(parts_, request, parts_.generator->Choose(request),
                            0, request.candidate_count(), response);
    }
    record_.set_code(status.code());
    Finish(ToGrpc(status));
  }

  void OnDone() override {
    record_.End(context_->IsCancelled());
    delete this;
  }

 private:
  absl::Status Check(const GenerateRequest& request) const {
    absl::Status status = record_.CheckAdmitted();
    if (status.ok()) status = parts_.generator->CheckUnary(request);
    // A call that waited for longer than its deadline is not worth an answer.
    if (status.ok() && context_->IsCancelled()) status = CallerLeft();
    return status;
  }

  const CallParts parts_;
  grpc::CallbackServerContext* const context_;
  CallRecord record_;
};

// Where a stream's message lives until gRPC has written it; one at a time.
class ArenaChunk {
 public:
  using Response = GenerateResponse;

  explicit ArenaChunk(ArenaPool* arenas)
      : arenas_(arenas), arena_(arenas->Take()) {}
  ~ArenaChunk() { arenas_->Return(std::move(arena_)); }
  ArenaChunk(const ArenaChunk&) = delete;
  ArenaChunk& operator=(const ArenaChunk&) = delete;

  // A new one, in place of the last.
  Response* Renew() {
    arena_->Reset();
    return Response::default_instance().New(arena_->get());
  }

 private:
  ArenaPool* const arenas_;
  std::unique_ptr<PooledArena> arena_;
};

class BuiltChunk {
 public:
  using Response = PreparedMessage;

  Response* Renew() { return &message_; }

 private:
  PreparedMessage message_;
};

template <class Chunk>
class StreamCall final
    : public grpc::ServerWriteReactor<typename Chunk::Response> {
 public:
  // `chunk` are the arguments of the Chunk's constructor.
  template <class... Args>
  StreamCall(const CallParts& parts, grpc::CallbackServerContext* context,
             const GenerateRequest& request, Args... chunk)
      : parts_(parts),
        context_(context),
        request_(request),
        record_(Method::kGenerateStream, parts.gate, parts.metrics),
        chunk_(chunk...) {}

  void Start() {
    absl::Status status = record_.CheckAdmitted();
    if (status.ok()) status = parts_.generator->CheckStream(request_);
    if (!status.ok()) return End(status);
    chunk_size_ = parts_.generator->ChunkSize(request_);
    choice_ = parts_.generator->Choose(request_);
    WriteNextChunk();
  }

  void OnWriteDone(bool ok) override {
    if (!ok) return End(CallerLeft());
    WriteNextChunk();
  }

  void OnDone() override {
    record_.End(context_->IsCancelled());
    delete this;
  }

 private:
  // gRPC reads the message until the write is done, so that it can only be
  // replaced here.
  void WriteNextChunk() {
    if (context_->IsCancelled()) return End(CallerLeft());
    const int count =
        std::min(chunk_size_, request_.candidate_count() - next_rank_);
    auto* const chunk = chunk_.Renew();
    const absl::Status status =
        FillResponse(parts_, request_, choice_, next_rank_, count, chunk);
    if (!status.ok()) return End(status);
    next_rank_ += count;
    if (next_rank_ < request_.candidate_count()) return this->StartWrite(chunk);
    this->StartWriteAndFinish(chunk, grpc::WriteOptions(), grpc::Status::OK);
  }

  void End(const absl::Status& status) {
    record_.set_code(status.code());
    this->Finish(ToGrpc(status));
  }

  const CallParts parts_;
  grpc::CallbackServerContext* const context_;
  const GenerateRequest& request_;
  CallRecord record_;
  Chunk chunk_;
  Choice choice_;
  int chunk_size_ = 0;
  int next_rank_ = 0;
};

}  // namespace

grpc::ServerUnaryReactor* StartGenerate(const CallParts& parts,
                                        grpc::CallbackServerContext* context,
                                        const GenerateRequest& request,
                                        GenerateResponse* response) {
  auto* call = new UnaryCall(parts, context);
  call->Answer(request, response);
  return call;
}

grpc::ServerUnaryReactor* StartGenerate(const CallParts& parts,
                                        grpc::CallbackServerContext* context,
                                        const GenerateRequest& request,
                                        PreparedMessage* response) {
  auto* call = new UnaryCall(parts, context);
  call->Answer(request, response);
  return call;
}

grpc::ServerWriteReactor<GenerateResponse>* StartGenerateStream(
    const CallParts& parts, ArenaPool* arenas,
    grpc::CallbackServerContext* context, const GenerateRequest& request) {
  auto* call = new StreamCall<ArenaChunk>(parts, context, request, arenas);
  call->Start();
  return call;
}

grpc::ServerWriteReactor<PreparedMessage>* StartGenerateBuiltStream(
    const CallParts& parts, grpc::CallbackServerContext* context,
    const GenerateRequest& request) {
  auto* call = new StreamCall<BuiltChunk>(parts, context, request);
  call->Start();
  return call;
}

}  // namespace backwire::server
