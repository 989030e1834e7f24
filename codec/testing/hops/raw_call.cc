#include "backwire/testing/hops/raw_call.h"

#include <grpcpp/create_channel.h>
#include <grpcpp/generic/async_generic_service.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>

#include <atomic>
#include <chrono>
#include <utility>

#include "absl/strings/str_cat.h"
#include "backwire/testing/buffers.h"
#include "backwire/testing/hops/chat_reactor.h"
#include "backwire/testing/hops/echo.h"

namespace backwire::hops {
namespace {

using ::grpc::ByteBuffer;
using ::grpc::Status;

class ScriptedReactor final : public ::grpc::ServerGenericBidiReactor {
 public:
  ScriptedReactor(int request_count, const std::vector<ByteBuffer>& responses)
      : requests_left_(request_count), responses_(responses) {
    StartRead(&request_);
  }

 private:
  void OnReadDone(bool ok) override {
    if (!ok) {
      FinishWhenStarvedAndCancelled();
    } else if (--requests_left_ > 0) {
      StartRead(&request_);
    } else {
      WriteNext();
    }
  }
  void OnCancel() override { FinishWhenStarvedAndCancelled(); }
  // Without all its requests the call gets no answer until it is cancelled. The
  // second of the two events finishes it.
  void FinishWhenStarvedAndCancelled() {
    if (events_.fetch_add(1) == 1) Finish(Status::CANCELLED);
  }
  void OnWriteDone(bool ok) override {
    if (ok) {
      WriteNext();
    } else {
      Finish(Status::OK);
    }
  }
  void WriteNext() {
    if (at_ < responses_.size()) {
      StartWrite(&responses_[at_++]);
    } else {
      Finish(Status::OK);
    }
  }
  void OnDone() override { delete this; }

  int requests_left_;
  std::atomic<int> events_{0};
  const std::vector<ByteBuffer>& responses_;
  size_t at_ = 0;
  ByteBuffer request_;
};

}  // namespace

ByteBuffer ToBuffer(absl::string_view bytes) {
  const ::grpc::Slice slice(bytes.data(), bytes.size());
  return ByteBuffer(&slice, 1);
}

ByteBuffer BufferWithoutSlices() { return ByteBuffer(nullptr, 0); }

RawOutcome CallRaw(const std::shared_ptr<::grpc::Channel>& channel,
                   const std::string& method,
                   const std::vector<ByteBuffer>& requests) {
  ::grpc::ClientContext context;
  SetDeadline(&context);
  ::grpc::GenericStub stub(channel);
  ChatReactor<ByteBuffer, ByteBuffer> reactor(requests);
  stub.PrepareBidiStreamingCall(&context, method, {}, &reactor);
  reactor.Start();
  RawOutcome outcome;
  outcome.status = reactor.Wait();
  for (const ByteBuffer& response : reactor.responses()) {
    outcome.responses.push_back(testing::BytesOf(response));
  }
  return outcome;
}

class RawServer::Impl final : public ::grpc::CallbackGenericService {
 public:
  Impl(int request_count, const std::vector<std::string>& responses)
      : request_count_(request_count) {
    for (const std::string& bytes : responses) {
      responses_.push_back(ToBuffer(bytes));
    }
    ::grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", ::grpc::InsecureServerCredentials(),
                             &port_);
    builder.RegisterCallbackGenericService(this);
    server_ = builder.BuildAndStart();
  }
  ~Impl() override {
    server_->Shutdown(std::chrono::system_clock::now());
    server_.reset();
  }
  int port() const { return port_; }

 private:
  ::grpc::ServerGenericBidiReactor* CreateReactor(
      ::grpc::GenericCallbackServerContext*) override {
    return new ScriptedReactor(request_count_, responses_);
  }

  const int request_count_;
  std::vector<ByteBuffer> responses_;
  int port_ = 0;
  std::unique_ptr<::grpc::Server> server_;
};

RawServer::RawServer(int request_count,
                     const std::vector<std::string>& responses)
    : impl_(std::make_unique<Impl>(request_count, responses)) {}

RawServer::~RawServer() = default;

std::shared_ptr<::grpc::Channel> RawServer::Connect() const {
  return ::grpc::CreateChannel(absl::StrCat("127.0.0.1:", impl_->port()),
                               ::grpc::InsecureChannelCredentials());
}

}  // namespace backwire::hops
