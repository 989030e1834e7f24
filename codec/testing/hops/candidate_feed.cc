#include "backwire/testing/hops/candidate_feed.h"

#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>

#include <chrono>
#include <utility>

#include "absl/synchronization/notification.h"
#include "proto/workload/generate.h"

namespace backwire::hops {
namespace {

using ::candidates::v1::CandidateService;
using ::candidates::v1::GenerateRequest;
using ::candidates::v1::GenerateResponse;
using ::grpc::Status;

constexpr std::chrono::minutes kPatience(1);

class SyncService final : public CandidateService::Service {
 public:
  explicit SyncService(FeedCalls* calls) : calls_(*calls) {}

 private:
  Status Generate(::grpc::ServerContext*, const GenerateRequest*,
                  GenerateResponse* response) override {
    calls_.Enter();
    *response = LargeResponse();
    absl::Notification free;
    calls_.AnswerWhenFree([&] { free.Notify(); });
    free.WaitForNotification();
    calls_.Leave();
    return Status::OK;
  }
  Status GenerateStream(
      ::grpc::ServerContext*, const GenerateRequest*,
      ::grpc::ServerWriter<GenerateResponse>* writer) override {
    calls_.Enter();
    while (writer->Write(LargeResponse())) {
    }
    calls_.Leave();
    return Status::OK;
  }

  FeedCalls& calls_;
};

class AnswerReactor final : public ::grpc::ServerUnaryReactor {
 public:
  explicit AnswerReactor(FeedCalls* calls) : calls_(*calls) {
    calls_.Enter();
    calls_.AnswerWhenFree([this] { Finish(Status::OK); });
  }

 private:
  void OnDone() override {
    calls_.Leave();
    delete this;
  }
  FeedCalls& calls_;
};

class StreamReactor final
    : public ::grpc::ServerWriteReactor<GenerateResponse> {
 public:
  explicit StreamReactor(FeedCalls* calls) : calls_(*calls) {
    calls_.Enter();
    StartWrite(&LargeResponse());
  }

 private:
  void OnWriteDone(bool ok) override {
    if (ok) {
      StartWrite(&LargeResponse());
    } else {
      Finish(Status::OK);
    }
  }
  void OnDone() override {
    calls_.Leave();
    delete this;
  }
  FeedCalls& calls_;
};

class CallbackService final : public CandidateService::CallbackService {
 public:
  explicit CallbackService(FeedCalls* calls) : calls_(calls) {}

 private:
  ::grpc::ServerUnaryReactor* Generate(::grpc::CallbackServerContext*,
                                       const GenerateRequest*,
                                       GenerateResponse* response) override {
    *response = LargeResponse();
    return new AnswerReactor(calls_);
  }
  ::grpc::ServerWriteReactor<GenerateResponse>* GenerateStream(
      ::grpc::CallbackServerContext*, const GenerateRequest*) override {
    return new StreamReactor(calls_);
  }

  FeedCalls* calls_;
};

template <class Service>
class ServiceFeed final : public CandidateFeed {
 public:
  ServiceFeed() : service_(&calls_) {
    ::grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", ::grpc::InsecureServerCredentials(),
                             &port_);
    builder.RegisterService(&service_);
    server_ = builder.BuildAndStart();
  }
  ~ServiceFeed() override {
    server_->Shutdown(std::chrono::system_clock::now());
    server_.reset();
  }

 private:
  Service service_;
  std::unique_ptr<::grpc::Server> server_;
};

}  // namespace

const GenerateResponse& LargeResponse() {
  static const auto* const response =
      new GenerateResponse(workload::MakeReferenceResponse(5000));
  return *response;
}

void FeedCalls::Enter() {
  const std::lock_guard<std::mutex> lock(mutex_);
  ++running_;
}

void FeedCalls::Leave() {
  const std::lock_guard<std::mutex> lock(mutex_);
  --running_;
  changed_.notify_all();
}

void FeedCalls::AnswerWhenFree(std::function<void()> answer) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (hold_) {
      held_.push_back(std::move(answer));
      changed_.notify_all();
      return;
    }
  }
  answer();
}

bool FeedCalls::WaitForHeldAnswer() {
  std::unique_lock<std::mutex> lock(mutex_);
  return changed_.wait_for(lock, kPatience, [this] { return !held_.empty(); });
}

bool FeedCalls::WaitUntilIdle() {
  std::unique_lock<std::mutex> lock(mutex_);
  return changed_.wait_for(lock, kPatience, [this] { return running_ == 0; });
}

void FeedCalls::HoldAnswers() {
  const std::lock_guard<std::mutex> lock(mutex_);
  hold_ = true;
}

void FeedCalls::ReleaseAnswers() {
  std::vector<std::function<void()>> held;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    hold_ = false;
    held.swap(held_);
  }
  for (const auto& answer : held) answer();
}

std::unique_ptr<CandidateFeed> StartCandidateFeed(Api api) {
  if (api == Api::kSync) return std::make_unique<ServiceFeed<SyncService>>();
  return std::make_unique<ServiceFeed<CallbackService>>();
}

::grpc::StatusCode CancelStream(CandidateService::StubInterface* stub,
                                GenerateResponse* first) {
  ::grpc::ClientContext context;
  SetDeadline(&context);
  const auto stream = stub->GenerateStream(&context, {});
  first->Clear();
  (void)stream->Read(first);
  context.TryCancel();
  GenerateResponse rest;
  while (stream->Read(&rest)) {
  }
  return stream->Finish().error_code();
}

}  // namespace backwire::hops
