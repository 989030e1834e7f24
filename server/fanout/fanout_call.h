// One call of the fan-out service: an object that lives until the call and all
// its questions have ended, and then deletes itself.
#ifndef BACKWIRE_SERVER_FANOUT_FANOUT_CALL_H_
#define BACKWIRE_SERVER_FANOUT_FANOUT_CALL_H_

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "candidates/v1/candidates.grpc.pb.h"
#include "grpcpp/client_context.h"
#include "grpcpp/support/server_callback.h"
#include "server/fanout/fanout_service.h"
#include "server/service/call_record.h"

namespace backwire::server {

class FanoutCall final : public grpc::ServerUnaryReactor {
 public:
  using Stub = candidates::v1::CandidateService::Stub;

  // All is borrowed. REQUIRES: `response` is on an arena that lives as long as
  // the call.
  FanoutCall(const FanoutOptions& options, CallGate* gate,
             ServiceMetrics* metrics, grpc::CallbackServerContext* context,
             candidates::v1::GenerateResponse* response)
      : options_(options),
        metrics_(metrics),
        context_(context),
        response_(response),
        record_(Method::kGenerate, gate, metrics) {}

  // Checks the request and asks. REQUIRES: once, first of all.
  void Start(const candidates::v1::GenerateRequest& request, Stub* stub);

  void OnDone() override;

 private:
  // Messages on the call's arena.
  struct Question {
    std::unique_ptr<grpc::ClientContext> context;
    candidates::v1::GenerateRequest* request = nullptr;
    candidates::v1::GenerateResponse* answer = nullptr;
  };

  void Prepare(const candidates::v1::GenerateRequest& request);
  void OnAnswer(const grpc::Status& status);
  bool IsFirstFailure(const grpc::Status& status);
  void CountDown();
  void End(const absl::Status& status);

  const FanoutOptions& options_;
  ServiceMetrics* const metrics_;
  grpc::CallbackServerContext* const context_;
  candidates::v1::GenerateResponse* const response_;
  CallRecord record_;
  int candidate_count_ = 0;
  std::vector<Question> questions_;
  std::atomic<int> open_{0};  // questions, and Start() itself
  std::mutex mutex_;
  absl::Status failure_;  // the first; guarded by mutex_
};

}  // namespace backwire::server

#endif  // BACKWIRE_SERVER_FANOUT_FANOUT_CALL_H_
