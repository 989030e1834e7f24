// The Echo service by the callback API, for requests that are received as
// messages and for those that are received as views.
#ifndef BACKWIRE_TESTING_HOPS_ECHO_REACTORS_H_
#define BACKWIRE_TESTING_HOPS_ECHO_REACTORS_H_

#include <grpcpp/support/server_callback.h>

#include <vector>

#include "backwire/testing/hops/echo.h"

namespace backwire::hops {

// The message in what was received. For another type than the message's own, an
// overload in this namespace says how.
inline const EchoRequest& CopyOf(const EchoRequest& request) { return request; }

template <class Received>
class CollectReactor final : public ::grpc::ServerReadReactor<Received> {
 public:
  explicit CollectReactor(EchoResponse* response) : response_(response) {
    this->StartRead(&request_);
  }
  void OnReadDone(bool ok) override {
    if (ok) {
      requests_.push_back(CopyOf(request_));
      this->StartRead(&request_);
      return;
    }
    *response_ = Summary(requests_);
    this->Finish(::grpc::Status::OK);
  }
  void OnDone() override { delete this; }

 private:
  EchoResponse* response_;
  Received request_;
  std::vector<EchoRequest> requests_;
};

template <class Received>
class SpreadReactor final : public ::grpc::ServerWriteReactor<EchoResponse> {
 public:
  explicit SpreadReactor(const Received& request) : request_(CopyOf(request)) {
    OnWriteDone(true);
  }
  void OnWriteDone(bool ok) override {
    if (!ok || sent_ == kSpreadResponses) {
      this->Finish(::grpc::Status::OK);
      return;
    }
    response_ = Answer(request_, sent_++);
    this->StartWrite(&response_);
  }
  void OnDone() override { delete this; }

 private:
  const EchoRequest request_;
  EchoResponse response_;
  int sent_ = 0;
};

template <class Received>
class EchoChatReactor final
    : public ::grpc::ServerBidiReactor<Received, EchoResponse> {
 public:
  EchoChatReactor() { this->StartRead(&request_); }
  void OnReadDone(bool ok) override {
    if (!ok) {
      this->Finish(::grpc::Status::OK);
      return;
    }
    response_ = Answer(CopyOf(request_));
    this->StartWrite(&response_);
  }
  void OnWriteDone(bool ok) override {
    if (ok) {
      this->StartRead(&request_);
    } else {
      this->Finish(::grpc::Status::OK);
    }
  }
  void OnDone() override { delete this; }

 private:
  Received request_;
  EchoResponse response_;
};

}  // namespace backwire::hops

#endif  // BACKWIRE_TESTING_HOPS_ECHO_REACTORS_H_
