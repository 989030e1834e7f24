#include "backwire/testing/hops/view_echo.h"

#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/impl/codegen/client_unary_call.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>

#include <chrono>
#include <utility>

#include "absl/synchronization/notification.h"
#include "backwire/grpc/view.h"
#include "backwire/testing/hops/echo_reactors.h"
#include "hops/hops.backwire_view.h"

namespace backwire::hops {

template <class Message>
Message CopyOf(const View<Message>& view) {
  Message message;
  if (!view.message().CopyTo(&message)) message.Clear();
  return message;
}

namespace {

using ::grpc::CallbackServerContext;
using ::grpc::Status;
using RequestView = View<EchoRequest>;
using ResponseView = View<EchoResponse>;

// Its handlers are those that gRPC's generated code would make, but for the
// type of the request.
class ViewService final : public Echo::Service {
 public:
  ViewService() {
    using ::grpc::internal::CallbackBidiHandler;
    using ::grpc::internal::CallbackClientStreamingHandler;
    using ::grpc::internal::CallbackServerStreamingHandler;
    using ::grpc::internal::CallbackUnaryHandler;
    MarkMethodCallback(
        0, new CallbackUnaryHandler<RequestView, EchoResponse>(
               [](CallbackServerContext* context, const RequestView* request,
                  EchoResponse* response) {
                 *response = Answer(CopyOf(*request));
                 auto* const reactor = context->DefaultReactor();
                 reactor->Finish(Status::OK);
                 return reactor;
               }));
    MarkMethodCallback(
        1, new CallbackClientStreamingHandler<RequestView, EchoResponse>(
               [](CallbackServerContext*, EchoResponse* response) {
                 return new CollectReactor<RequestView>(response);
               }));
    MarkMethodCallback(
        2, new CallbackServerStreamingHandler<RequestView, EchoResponse>(
               [](CallbackServerContext*, const RequestView* request) {
                 return new SpreadReactor<RequestView>(*request);
               }));
    MarkMethodCallback(3, new CallbackBidiHandler<RequestView, EchoResponse>(
                              [](CallbackServerContext*) {
                                return new EchoChatReactor<RequestView>;
                              }));
  }
};

class ViewServer final : public EchoServer {
 public:
  ViewServer() {
    ::grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", ::grpc::InsecureServerCredentials(),
                             &port_);
    builder.RegisterService(&service_);
    server_ = builder.BuildAndStart();
  }
  ~ViewServer() override {
    server_->Shutdown(std::chrono::system_clock::now());
    server_.reset();
  }

 private:
  ViewService service_;
  std::unique_ptr<::grpc::Server> server_;
};

// Calls of any shape look like this one to their peer.
class ClientReactor final
    : public ::grpc::ClientBidiReactor<EchoRequest, ResponseView> {
 public:
  explicit ClientReactor(const std::vector<EchoRequest>& requests)
      : requests_(requests) {}

  void Start() {
    OnWriteDone(true);
    StartRead(&response_);
    StartCall();
  }
  Outcome Wait() {
    done_.WaitForNotification();
    return std::move(outcome_);
  }

 private:
  void OnWriteDone(bool ok) override {
    if (!ok) return;
    if (at_ < requests_.size()) {
      StartWrite(&requests_[at_++]);
    } else if (at_++ == requests_.size()) {
      StartWritesDone();
    }
  }
  void OnReadDone(bool ok) override {
    if (!ok) return;
    outcome_.responses.push_back(CopyOf(response_));
    StartRead(&response_);
  }
  void OnDone(const Status& status) override {
    outcome_.status = status;
    done_.Notify();
  }

  const std::vector<EchoRequest>& requests_;
  size_t at_ = 0;
  ResponseView response_;
  Outcome outcome_;
  absl::Notification done_;
};

Outcome OneResponse(Status status, const ResponseView& response) {
  Outcome outcome{std::move(status), {}};
  if (outcome.status.ok()) outcome.responses.push_back(CopyOf(response));
  return outcome;
}

}  // namespace

std::unique_ptr<EchoServer> StartViewEchoServer() {
  return std::make_unique<ViewServer>();
}

Outcome CallEchoForViews(Api api, Shape shape,
                         const std::shared_ptr<::grpc::Channel>& channel,
                         const std::vector<EchoRequest>& requests) {
  ::grpc::ClientContext context;
  SetDeadline(&context);
  const std::string path = MethodPath(shape);
  ResponseView response;
  if (api == Api::kSync) {
    const ::grpc::internal::RpcMethod method(
        path.c_str(), ::grpc::internal::RpcMethod::NORMAL_RPC);
    Status status = ::grpc::internal::BlockingUnaryCall(
        channel.get(), method, &context, requests[0], &response);
    return OneResponse(std::move(status), response);
  }
  ::grpc::TemplatedGenericStub<EchoRequest, ResponseView> stub(channel);
  if (shape == Shape::kUnary) {
    absl::Notification done;
    Status status;
    stub.UnaryCall(&context, path, {}, &requests[0], &response,
                   [&](Status ended) {
                     status = std::move(ended);
                     done.Notify();
                   });
    done.WaitForNotification();
    return OneResponse(std::move(status), response);
  }
  ClientReactor reactor(requests);
  stub.PrepareBidiStreamingCall(&context, path, {}, &reactor);
  reactor.Start();
  return reactor.Wait();
}

}  // namespace backwire::hops
