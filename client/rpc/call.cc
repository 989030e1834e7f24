#include "client/rpc/call.h"

#include <chrono>
#include <utility>

#include "client/senders/clock.h"

namespace backwire::client {
namespace {

using candidates::v1::GenerateRequest;
using candidates::v1::GenerateResponse;

const char kUnaryMethod[] = "/candidates.v1.CandidateService/Generate";
const char kStreamMethod[] = "/candidates.v1.CandidateService/GenerateStream";

class UnaryCall final : public Call {
 public:
  using Call::Call;

  void Start(Stub* stub) override {
    stub->UnaryCall(&context_, kUnaryMethod, grpc::StubOptions(), &request(),
                    &received_, [this](grpc::Status status) { End(status); });
  }

 private:
  std::string Mismatch() override { return CheckWhole(received_.Message()); }
};

// A server-streaming call; the generic stub knows it in its bidi form, which is
// the same on the wire.
class StreamCall final
    : public Call,
      public grpc::ClientBidiReactor<GenerateRequest, ReceivedMessage> {
 public:
  StreamCall(const CallEnvironment& environment, size_t request_index,
             int target, int64_t deadline_ns, Caller::Done done)
      : Call(environment, request_index, target, deadline_ns, std::move(done)),
        chunks_(request().chunk_size()) {}

  void Start(Stub* stub) override {
    context_.set_initial_metadata_corked(true);
    stub->PrepareBidiStreamingCall(&context_, kStreamMethod,
                                   grpc::StubOptions(), this);
    StartWriteLast(&request(), grpc::WriteOptions());
    StartRead(&received_);
    StartCall();
  }

  void OnReadDone(bool ok) override {
    if (!ok) return;
    if (environment_.verifier != nullptr) Collect();
    StartRead(&received_);
  }

  void OnDone(const grpc::Status& status) override { End(status); }

 private:
  void Collect() {
    const GenerateResponse* chunk = received_.Message();
    if (chunk == nullptr) {
      undecodable_ = true;
    } else {
      chunks_.Add(*chunk);
    }
  }

  std::string Mismatch() override {
    if (!chunks_.broken_rule().empty()) return chunks_.broken_rule();
    return CheckWhole(undecodable_ ? nullptr : &chunks_.whole());
  }

  ChunkCollector chunks_;
  bool undecodable_ = false;
};

}  // namespace

void CallRegistry::Add(Call* call) {
  std::lock_guard<std::mutex> lock(mutex_);
  calls_.insert(call);
}

void CallRegistry::Remove(Call* call) {
  std::lock_guard<std::mutex> lock(mutex_);
  calls_.erase(call);
}

void CallRegistry::CancelAll() {
  std::lock_guard<std::mutex> lock(mutex_);
  for (Call* call : calls_) {
    call->cancelled_ = true;
    call->context_.TryCancel();
  }
}

Call::Call(const CallEnvironment& environment, size_t request_index, int target,
           int64_t deadline_ns, Caller::Done done)
    : environment_(environment),
      received_(environment.plan->receive),
      request_index_(request_index),
      target_(target),
      done_(std::move(done)) {
  context_.set_deadline(std::chrono::system_clock::now() +
                        std::chrono::nanoseconds(deadline_ns - NowNanos()));
  for (const auto& [key, value] : environment.plan->metadata) {
    context_.AddMetadata(key, value);
  }
  environment.registry->Add(this);
}

std::string Call::CheckWhole(const GenerateResponse* whole) const {
  if (whole == nullptr) return "the response is no GenerateResponse";
  return environment_.verifier->Check(request_index_, *whole);
}

void Call::End(const grpc::Status& status) {
  CallOutcome outcome;
  outcome.done_ns = NowNanos();
  environment_.registry->Remove(this);
  outcome.status_code = status.error_code();
  outcome.message = status.error_message();
  outcome.abandoned =
      cancelled_ && status.error_code() == grpc::StatusCode::CANCELLED;
  outcome.target = target_;
  outcome.request_bytes = environment_.requests->bytes(request_index_);
  outcome.response_bytes = received_.bytes();
  outcome.response_messages = received_.messages();
  outcome.decode_ns = received_.decode_ns();
  if (status.ok() && environment_.verifier != nullptr) {
    outcome.mismatch = Mismatch();
  }
  // Freed first: the report may start the next call, and two responses at once
  // would double the memory of every place.
  const Caller::Done done = done_;
  delete this;
  done(std::move(outcome));
}

std::unique_ptr<Call> MakeUnaryCall(const CallEnvironment& environment,
                                    size_t request_index, int target,
                                    int64_t deadline_ns, Caller::Done done) {
  return std::make_unique<UnaryCall>(environment, request_index, target,
                                     deadline_ns, std::move(done));
}

std::unique_ptr<Call> MakeStreamCall(const CallEnvironment& environment,
                                     size_t request_index, int target,
                                     int64_t deadline_ns, Caller::Done done) {
  return std::make_unique<StreamCall>(environment, request_index, target,
                                      deadline_ns, std::move(done));
}

}  // namespace backwire::client
