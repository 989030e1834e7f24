// A bidirectional call by the callback API: sends all requests, takes all
// responses.
#ifndef BACKWIRE_TESTING_HOPS_CHAT_REACTOR_H_
#define BACKWIRE_TESTING_HOPS_CHAT_REACTOR_H_

#include <grpcpp/support/client_callback.h>

#include <vector>

#include "absl/synchronization/notification.h"

namespace backwire::hops {

template <class Request, class Response>
class ChatReactor final : public ::grpc::ClientBidiReactor<Request, Response> {
 public:
  // Borrows the requests until Wait() returns.
  explicit ChatReactor(const std::vector<Request>& requests)
      : requests_(requests) {}

  // Call once, when the reactor has been handed to a stub.
  void Start() {
    WriteNext();
    this->StartRead(&response_);
    this->StartCall();
  }

  // Waits for the call's end; the responses can be read then.
  ::grpc::Status Wait() {
    done_.WaitForNotification();
    return status_;
  }
  const std::vector<Response>& responses() const { return responses_; }

 private:
  void WriteNext() {
    if (at_ < requests_.size()) {
      this->StartWrite(&requests_[at_++]);
    } else {
      this->StartWritesDone();
    }
  }
  void OnWriteDone(bool ok) override {
    if (ok) WriteNext();
  }
  void OnReadDone(bool ok) override {
    if (!ok) return;
    responses_.push_back(response_);
    this->StartRead(&response_);
  }
  void OnDone(const ::grpc::Status& status) override {
    status_ = status;
    done_.Notify();
  }

  const std::vector<Request>& requests_;
  size_t at_ = 0;
  Response response_;
  std::vector<Response> responses_;
  ::grpc::Status status_;
  absl::Notification done_;
};

}  // namespace backwire::hops

#endif  // BACKWIRE_TESTING_HOPS_CHAT_REACTOR_H_
