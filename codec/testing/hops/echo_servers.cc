#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>

#include <chrono>
#include <thread>
#include <utility>

#include "backwire/testing/hops/echo.h"
#include "backwire/testing/hops/echo_reactors.h"

namespace backwire::hops {
namespace {

using ::grpc::Server;
using ::grpc::Status;

// What the three servers share: the port, the limits and the end.
class ListeningServer : public EchoServer {
 protected:
  void Listen(::grpc::ServerBuilder& builder, ::grpc::Service* service,
              const ServerLimits& limits) {
    builder.AddListeningPort("127.0.0.1:0", ::grpc::InsecureServerCredentials(),
                             &port_);
    builder.SetMaxReceiveMessageSize(limits.max_receive_bytes);
    builder.SetMaxSendMessageSize(limits.max_send_bytes);
    builder.SetDefaultCompressionAlgorithm(limits.compression);
    builder.RegisterService(service);
    server_ = builder.BuildAndStart();
  }
  // Ends all calls; those still under way are cancelled.
  void Stop() { server_->Shutdown(std::chrono::system_clock::now()); }
  // Call last, while the service is still there.
  void Release() { server_.reset(); }

 private:
  std::unique_ptr<Server> server_;
};

// The synchronous API.

class SyncService final : public Echo::Service {
  Status Unary(::grpc::ServerContext*, const EchoRequest* request,
               EchoResponse* response) override {
    *response = Answer(*request);
    return Status::OK;
  }
  Status Collect(::grpc::ServerContext*,
                 ::grpc::ServerReader<EchoRequest>* reader,
                 EchoResponse* response) override {
    std::vector<EchoRequest> requests;
    EchoRequest request;
    while (reader->Read(&request)) requests.push_back(request);
    *response = Summary(requests);
    return Status::OK;
  }
  Status Spread(::grpc::ServerContext*, const EchoRequest* request,
                ::grpc::ServerWriter<EchoResponse>* writer) override {
    for (int i = 0; i < kSpreadResponses; ++i) {
      writer->Write(Answer(*request, i));
    }
    return Status::OK;
  }
  Status Chat(
      ::grpc::ServerContext*,
      ::grpc::ServerReaderWriter<EchoResponse, EchoRequest>* stream) override {
    EchoRequest request;
    while (stream->Read(&request)) stream->Write(Answer(request));
    return Status::OK;
  }
};

// The callback API.

class CallbackService final : public Echo::CallbackService {
  ::grpc::ServerUnaryReactor* Unary(::grpc::CallbackServerContext* context,
                                    const EchoRequest* request,
                                    EchoResponse* response) override {
    *response = Answer(*request);
    ::grpc::ServerUnaryReactor* const reactor = context->DefaultReactor();
    reactor->Finish(Status::OK);
    return reactor;
  }
  ::grpc::ServerReadReactor<EchoRequest>* Collect(
      ::grpc::CallbackServerContext*, EchoResponse* response) override {
    return new CollectReactor<EchoRequest>(response);
  }
  ::grpc::ServerWriteReactor<EchoResponse>* Spread(
      ::grpc::CallbackServerContext*, const EchoRequest* request) override {
    return new SpreadReactor<EchoRequest>(*request);
  }
  ::grpc::ServerBidiReactor<EchoRequest, EchoResponse>* Chat(
      ::grpc::CallbackServerContext*) override {
    return new EchoChatReactor<EchoRequest>;
  }
};

// A server whose threads are gRPC's.
template <class Service>
class ServiceServer final : public ListeningServer {
 public:
  explicit ServiceServer(const ServerLimits& limits) {
    ::grpc::ServerBuilder builder;
    Listen(builder, &service_, limits);
  }
  ~ServiceServer() override {
    Stop();
    Release();
  }

 private:
  Service service_;
};

// The completion-queue API: one queue and one thread for each method, which
// serves one call after the other, one operation at a time.

class QueueServer final : public ListeningServer {
 public:
  explicit QueueServer(const ServerLimits& limits) {
    ::grpc::ServerBuilder builder;
    for (Worker& worker : workers_) worker.queue = builder.AddCompletionQueue();
    Listen(builder, &service_, limits);
    Start(workers_[0], &QueueServer::ServeUnary);
    Start(workers_[1], &QueueServer::ServeCollect);
    Start(workers_[2], &QueueServer::ServeSpread);
    Start(workers_[3], &QueueServer::ServeChat);
  }
  ~QueueServer() override {
    Stop();
    for (Worker& worker : workers_) worker.thread.join();
    for (Worker& worker : workers_) Drain(*worker.queue);
    Release();
  }

 private:
  using Queue = ::grpc::ServerCompletionQueue;
  struct Worker {
    std::unique_ptr<Queue> queue;
    std::thread thread;
  };

  void Start(Worker& worker, bool (QueueServer::*serve)(Queue*)) {
    worker.thread = std::thread([this, serve, queue = worker.queue.get()] {
      while ((this->*serve)(queue)) {
      }
    });
  }

  static void Drain(Queue& queue) {
    queue.Shutdown();
    void* tag;
    bool ok;
    while (queue.Next(&tag, &ok)) {
    }
  }

  // Starts an operation, waits for its end, and returns whether it succeeded.
  template <class StartOperation>
  bool Run(Queue* queue, StartOperation&& start) {
    start(this);
    void* tag;
    bool ok = false;
    return queue->Next(&tag, &ok) && ok;
  }

  // Each serves one call; false when the server stops.

  bool ServeUnary(Queue* queue) {
    ::grpc::ServerContext context;
    EchoRequest request;
    ::grpc::ServerAsyncResponseWriter<EchoResponse> writer(&context);
    if (!Run(queue, [&](void* tag) {
          service_.RequestUnary(&context, &request, &writer, queue, queue, tag);
        })) {
      return false;
    }
    const EchoResponse response = Answer(request);
    Run(queue, [&](void* tag) { writer.Finish(response, Status::OK, tag); });
    return true;
  }

  bool ServeCollect(Queue* queue) {
    ::grpc::ServerContext context;
    ::grpc::ServerAsyncReader<EchoResponse, EchoRequest> reader(&context);
    if (!Run(queue, [&](void* tag) {
          service_.RequestCollect(&context, &reader, queue, queue, tag);
        })) {
      return false;
    }
    std::vector<EchoRequest> requests;
    EchoRequest request;
    while (Run(queue, [&](void* tag) { reader.Read(&request, tag); })) {
      requests.push_back(request);
    }
    const EchoResponse response = Summary(requests);
    Run(queue, [&](void* tag) { reader.Finish(response, Status::OK, tag); });
    return true;
  }

  bool ServeSpread(Queue* queue) {
    ::grpc::ServerContext context;
    EchoRequest request;
    ::grpc::ServerAsyncWriter<EchoResponse> writer(&context);
    if (!Run(queue, [&](void* tag) {
          service_.RequestSpread(&context, &request, &writer, queue, queue,
                                 tag);
        })) {
      return false;
    }
    for (int i = 0; i < kSpreadResponses; ++i) {
      const EchoResponse response = Answer(request, i);
      if (!Run(queue, [&](void* tag) { writer.Write(response, tag); })) break;
    }
    Run(queue, [&](void* tag) { writer.Finish(Status::OK, tag); });
    return true;
  }

  bool ServeChat(Queue* queue) {
    ::grpc::ServerContext context;
    ::grpc::ServerAsyncReaderWriter<EchoResponse, EchoRequest> stream(&context);
    if (!Run(queue, [&](void* tag) {
          service_.RequestChat(&context, &stream, queue, queue, tag);
        })) {
      return false;
    }
    EchoRequest request;
    while (Run(queue, [&](void* tag) { stream.Read(&request, tag); })) {
      const EchoResponse response = Answer(request);
      if (!Run(queue, [&](void* tag) { stream.Write(response, tag); })) break;
    }
    Run(queue, [&](void* tag) { stream.Finish(Status::OK, tag); });
    return true;
  }

  Echo::AsyncService service_;
  Worker workers_[4];
};

}  // namespace

std::unique_ptr<EchoServer> StartEchoServer(Api api,
                                            const ServerLimits& limits) {
  switch (api) {
    case Api::kSync:
      return std::make_unique<ServiceServer<SyncService>>(limits);
    case Api::kCallback:
      return std::make_unique<ServiceServer<CallbackService>>(limits);
    case Api::kCompletionQueue:
      return std::make_unique<QueueServer>(limits);
  }
  return nullptr;
}

}  // namespace backwire::hops
