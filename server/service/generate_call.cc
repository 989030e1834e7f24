#include "server/service/generate_call.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <utility>

#include "grpcpp/server_context.h"

namespace backwire::server {
namespace {

using candidates::v1::GenerateRequest;
using candidates::v1::GenerateResponse;

// The codes of absl and gRPC have the same numbers.
grpc::Status ToGrpc(const absl::Status& status) {
  return grpc::Status(static_cast<grpc::StatusCode>(status.raw_code()),
                      std::string(status.message()));
}

absl::Status CallerLeft() {
  return absl::CancelledError("the caller left before the answer was built");
}

// A call from its begin to its end, as the gate and the metrics see it.
class CallRecord {
 public:
  CallRecord(Method method, const CallParts& parts)
      : method_(method), parts_(parts), admitted_(parts.gate->Enter()) {
    parts_.metrics->OnStart(method_);
  }

  // UNAVAILABLE if the service shuts down.
  absl::Status CheckAdmitted() const {
    if (admitted_) return absl::OkStatus();
    return absl::UnavailableError("this server is shutting down");
  }

  // The status that the service gives the call.
  void set_code(absl::StatusCode code) { code_ = code; }

  void End(bool cancelled) {
    parts_.metrics->OnEnd(method_,
                          cancelled ? absl::StatusCode::kCancelled : code_,
                          std::chrono::steady_clock::now() - begin_);
    parts_.gate->Leave();
  }

 private:
  const Method method_;
  const CallParts parts_;
  const std::chrono::steady_clock::time_point begin_ =
      std::chrono::steady_clock::now();
  const bool admitted_;
  absl::StatusCode code_ = absl::StatusCode::kOk;
};

class UnaryCall final : public grpc::ServerUnaryReactor {
 public:
  UnaryCall(const CallParts& parts, grpc::CallbackServerContext* context)
      : parts_(parts), context_(context), record_(Method::kGenerate, parts) {}

  void Answer(const GenerateRequest& request, GenerateResponse* response) {
    const absl::Status status = Check(request);
    if (status.ok()) {
      const int count = request.candidate_count();
      parts_.generator->Fill(request, 0, count, response);
      parts_.metrics->OnCandidates(count);
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

class StreamCall final : public grpc::ServerWriteReactor<GenerateResponse> {
 public:
  StreamCall(const CallParts& parts, ArenaPool* arenas,
             grpc::CallbackServerContext* context,
             const GenerateRequest& request)
      : parts_(parts),
        arenas_(arenas),
        context_(context),
        request_(request),
        record_(Method::kGenerateStream, parts),
        arena_(arenas->Take()) {}

  void Start() {
    absl::Status status = record_.CheckAdmitted();
    if (status.ok()) status = parts_.generator->CheckStream(request_);
    if (!status.ok()) return End(status);
    chunk_size_ = parts_.generator->ChunkSize(request_);
    WriteNextChunk();
  }

  void OnWriteDone(bool ok) override {
    if (!ok) return End(CallerLeft());
    WriteNextChunk();
  }

  void OnDone() override {
    record_.End(context_->IsCancelled());
    arenas_->Return(std::move(arena_));
    delete this;
  }

 private:
  // gRPC reads the message until the write is done, so that the arena can only
  // be emptied here.
  void WriteNextChunk() {
    if (context_->IsCancelled()) return End(CallerLeft());
    const int count =
        std::min(chunk_size_, request_.candidate_count() - next_rank_);
    arena_->Reset();
    auto* chunk = GenerateResponse::default_instance().New(arena_->get());
    parts_.generator->Fill(request_, next_rank_, count, chunk);
    next_rank_ += count;
    parts_.metrics->OnCandidates(count);
    if (next_rank_ < request_.candidate_count()) return StartWrite(chunk);
    StartWriteAndFinish(chunk, grpc::WriteOptions(), grpc::Status::OK);
  }

  void End(const absl::Status& status) {
    record_.set_code(status.code());
    Finish(ToGrpc(status));
  }

  const CallParts parts_;
  ArenaPool* const arenas_;
  grpc::CallbackServerContext* const context_;
  const GenerateRequest& request_;
  CallRecord record_;
  std::unique_ptr<PooledArena> arena_;
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

grpc::ServerWriteReactor<GenerateResponse>* StartGenerateStream(
    const CallParts& parts, ArenaPool* arenas,
    grpc::CallbackServerContext* context, const GenerateRequest& request) {
  auto* call = new StreamCall(parts, arenas, context, request);
  call->Start();
  return call;
}

}  // namespace backwire::server
