#include "backwire/testing/hops/raw_call.h"

#include <grpcpp/create_channel.h>
#include <grpcpp/generic/async_generic_service.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>

#include <chrono>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/synchronization/notification.h"
#include "backwire/testing/hops/echo.h"

namespace backwire::hops {
namespace {

using ::grpc::ByteBuffer;
using ::grpc::Status;

class RawReactor final
    : public ::grpc::ClientBidiReactor<ByteBuffer, ByteBuffer> {
 public:
  RawReactor(const std::shared_ptr<::grpc::Channel>& channel,
             const std::string& method, const std::vector<ByteBuffer>& requests)
      : stub_(channel), requests_(requests) {
    SetDeadline(&context_);
    stub_.PrepareBidiStreamingCall(&context_, method, {}, this);
    WriteNext();
    StartRead(&response_);
    StartCall();
  }
  RawOutcome Wait() {
    done_.WaitForNotification();
    return outcome_;
  }

 private:
  void WriteNext() {
    if (at_ < requests_.size()) {
      StartWrite(&requests_[at_++]);
    } else {
      StartWritesDone();
    }
  }
  void OnWriteDone(bool ok) override {
    if (ok) WriteNext();
  }
  void OnReadDone(bool ok) override {
    if (!ok) return;
    outcome_.responses.push_back(ToBytes(response_));
    StartRead(&response_);
  }
  void OnDone(const Status& status) override {
    outcome_.status = status;
    done_.Notify();
  }

  ::grpc::ClientContext context_;
  ::grpc::GenericStub stub_;
  const std::vector<ByteBuffer>& requests_;
  size_t at_ = 0;
  ByteBuffer response_;
  RawOutcome outcome_;
  absl::Notification done_;
};

class ScriptedReactor final : public ::grpc::ServerGenericBidiReactor {
 public:
  ScriptedReactor(int request_count, const std::vector<ByteBuffer>& responses)
      : requests_left_(request_count), responses_(responses) {
    StartRead(&request_);
  }

 private:
  void OnReadDone(bool ok) override {
    if (ok && --requests_left_ > 0) {
      StartRead(&request_);
    } else {
      WriteNext();
    }
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

std::string ToBytes(const ByteBuffer& buffer) {
  std::vector<::grpc::Slice> slices;
  std::string bytes;
  if (!buffer.Dump(&slices).ok()) return bytes;
  for (const ::grpc::Slice& slice : slices) {
    bytes.append(reinterpret_cast<const char*>(slice.begin()), slice.size());
  }
  return bytes;
}

RawOutcome CallRaw(const std::shared_ptr<::grpc::Channel>& channel,
                   const std::string& method,
                   const std::vector<ByteBuffer>& requests) {
  return RawReactor(channel, method, requests).Wait();
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
