#include <utility>

#include "absl/synchronization/notification.h"
#include "backwire/testing/hops/chat_reactor.h"
#include "backwire/testing/hops/echo.h"

namespace backwire::hops {
namespace {

using ::grpc::ClientContext;
using ::grpc::Status;
using Requests = std::vector<EchoRequest>;

Outcome OneResponse(Status status, const EchoResponse& response) {
  Outcome outcome{std::move(status), {}};
  if (outcome.status.ok()) outcome.responses.push_back(response);
  return outcome;
}

// The synchronous API.

template <class Stream>
void ReadAll(Stream& stream, std::vector<EchoResponse>* responses) {
  EchoResponse response;
  while (stream.Read(&response)) responses->push_back(response);
}

Outcome CallSync(Shape shape, Echo::Stub& stub, ClientContext* context,
                 const Requests& requests) {
  Outcome outcome;
  EchoResponse response;
  if (shape == Shape::kUnary) {
    Status status = stub.Unary(context, requests[0], &response);
    return OneResponse(std::move(status), response);
  }
  if (shape == Shape::kCollect) {
    const auto stream = stub.Collect(context, &response);
    for (const EchoRequest& request : requests) stream->Write(request);
    stream->WritesDone();
    return OneResponse(stream->Finish(), response);
  }
  if (shape == Shape::kSpread) {
    const auto stream = stub.Spread(context, requests[0]);
    ReadAll(*stream, &outcome.responses);
    outcome.status = stream->Finish();
    return outcome;
  }
  const auto stream = stub.Chat(context);
  for (const EchoRequest& request : requests) stream->Write(request);
  stream->WritesDone();
  ReadAll(*stream, &outcome.responses);
  outcome.status = stream->Finish();
  return outcome;
}

// The callback API: reactors, each of which lives on its caller's stack until
// Wait() returns.

// How a call ended, handed from gRPC's thread to the waiting one.
class Ending {
 public:
  void Set(Status status) {
    status_ = std::move(status);
    done_.Notify();
  }
  Status Wait() {
    done_.WaitForNotification();
    return status_;
  }

 private:
  Status status_;
  absl::Notification done_;
};

Outcome CallUnaryCallback(Echo::Stub& stub, ClientContext* context,
                          const Requests& requests) {
  EchoResponse response;
  Ending ending;
  stub.async()->Unary(context, &requests[0], &response,
                      [&](Status status) { ending.Set(std::move(status)); });
  return OneResponse(ending.Wait(), response);
}

class CollectReactor final : public ::grpc::ClientWriteReactor<EchoRequest> {
 public:
  CollectReactor(Echo::Stub& stub, ClientContext* context,
                 const Requests& requests)
      : requests_(requests) {
    stub.async()->Collect(context, &response_, this);
    WriteNext();
    StartCall();
  }
  Outcome Wait() { return OneResponse(ending_.Wait(), response_); }

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
  void OnDone(const Status& status) override { ending_.Set(status); }

  const Requests& requests_;
  size_t at_ = 0;
  EchoResponse response_;
  Ending ending_;
};

class SpreadReactor final : public ::grpc::ClientReadReactor<EchoResponse> {
 public:
  SpreadReactor(Echo::Stub& stub, ClientContext* context,
                const Requests& requests) {
    stub.async()->Spread(context, &requests[0], this);
    StartRead(&response_);
    StartCall();
  }
  Outcome Wait() {
    Status status = ending_.Wait();
    return {std::move(status), responses_};
  }

 private:
  void OnReadDone(bool ok) override {
    if (!ok) return;
    responses_.push_back(response_);
    StartRead(&response_);
  }
  void OnDone(const Status& status) override { ending_.Set(status); }

  EchoResponse response_;
  std::vector<EchoResponse> responses_;
  Ending ending_;
};

Outcome CallChatCallback(Echo::Stub& stub, ClientContext* context,
                         const Requests& requests) {
  ChatReactor<EchoRequest, EchoResponse> reactor(requests);
  stub.async()->Chat(context, &reactor);
  reactor.Start();
  Status status = reactor.Wait();
  return {std::move(status), reactor.responses()};
}

Outcome CallCallback(Shape shape, Echo::Stub& stub, ClientContext* context,
                     const Requests& requests) {
  switch (shape) {
    case Shape::kUnary:
      return CallUnaryCallback(stub, context, requests);
    case Shape::kCollect:
      return CollectReactor(stub, context, requests).Wait();
    case Shape::kSpread:
      return SpreadReactor(stub, context, requests).Wait();
    case Shape::kChat:
      return CallChatCallback(stub, context, requests);
  }
  return {};
}

// The completion-queue API, one operation at a time.

class Operations {
 public:
  // Starts an operation, waits for its end, and returns whether it succeeded.
  template <class Start>
  bool Run(Start&& start) {
    start(this);
    void* tag;
    bool ok = false;
    return queue_.Next(&tag, &ok) && ok;
  }
  ~Operations() {
    queue_.Shutdown();
    void* tag;
    bool ok;
    while (queue_.Next(&tag, &ok)) {
    }
  }
  ::grpc::CompletionQueue* queue() { return &queue_; }

 private:
  ::grpc::CompletionQueue queue_;
};

template <class Stream>
void WriteAll(Operations& operations, Stream& stream,
              const Requests& requests) {
  for (const EchoRequest& request : requests) {
    if (!operations.Run([&](void* tag) { stream.Write(request, tag); })) return;
  }
  operations.Run([&](void* tag) { stream.WritesDone(tag); });
}

template <class Stream>
Outcome ReadAndFinish(Operations& operations, Stream& stream) {
  Outcome outcome;
  EchoResponse response;
  while (operations.Run([&](void* tag) { stream.Read(&response, tag); })) {
    outcome.responses.push_back(response);
  }
  operations.Run([&](void* tag) { stream.Finish(&outcome.status, tag); });
  return outcome;
}

Outcome CallQueue(Shape shape, Echo::Stub& stub, ClientContext* context,
                  const Requests& requests) {
  Operations operations;
  EchoResponse response;
  Status status;
  if (shape == Shape::kUnary) {
    const auto call = stub.AsyncUnary(context, requests[0], operations.queue());
    operations.Run([&](void* tag) { call->Finish(&response, &status, tag); });
    return OneResponse(std::move(status), response);
  }
  if (shape == Shape::kCollect) {
    const auto stream =
        stub.PrepareAsyncCollect(context, &response, operations.queue());
    operations.Run([&](void* tag) { stream->StartCall(tag); });
    WriteAll(operations, *stream, requests);
    operations.Run([&](void* tag) { stream->Finish(&status, tag); });
    return OneResponse(std::move(status), response);
  }
  if (shape == Shape::kSpread) {
    const auto stream =
        stub.PrepareAsyncSpread(context, requests[0], operations.queue());
    operations.Run([&](void* tag) { stream->StartCall(tag); });
    return ReadAndFinish(operations, *stream);
  }
  const auto stream = stub.PrepareAsyncChat(context, operations.queue());
  operations.Run([&](void* tag) { stream->StartCall(tag); });
  WriteAll(operations, *stream, requests);
  return ReadAndFinish(operations, *stream);
}

}  // namespace

Outcome CallEcho(Api api, Shape shape, Echo::Stub& stub, ClientContext* context,
                 const Requests& requests) {
  switch (api) {
    case Api::kSync:
      return CallSync(shape, stub, context, requests);
    case Api::kCallback:
      return CallCallback(shape, stub, context, requests);
    case Api::kCompletionQueue:
      return CallQueue(shape, stub, context, requests);
  }
  return {};
}

}  // namespace backwire::hops
