// greeter: a server and a client in one process, one call, and the count of the
// messages that the codec has handled. GREETER_CODEC names the codec.
#include <grpcpp/grpcpp.h>

#include <cstdlib>
#include <iostream>
#include <memory>

#include "backwire/grpc/start.h"
#include "backwire/registry/active_codec.h"
#include "backwire/registry/counters.h"
#include "greeter.grpc.pb.h"

namespace {

class GreeterService final : public greeter::Greeter::Service {
  grpc::Status Greet(grpc::ServerContext* /*context*/,
                     const greeter::Greeting* request,
                     greeter::Greeting* response) override {
    response->set_text("Hello, " + request->text());
    *response->mutable_labels() = request->labels();
    return grpc::Status::OK;
  }
};

bool GreetOnce(grpc::Server& server) {
  const auto stub = greeter::Greeter::NewStub(
      server.InProcessChannel(grpc::ChannelArguments()));
  grpc::ClientContext context;
  greeter::Greeting request;
  request.set_text("world");
  (*request.mutable_labels())["language"] = "en";
  greeter::Greeting response;
  const grpc::Status status = stub->Greet(&context, request, &response);
  std::cout << response.text() << " (" << response.labels().size()
            << " label)\n";
  return status.ok();
}

void PrintCounters() {
  std::cout << "codec " << backwire::ToString(backwire::ActiveCodec()) << "\n";
  for (const auto& type : backwire::SnapshotCounters().types) {
    std::cout << type.type_name << ": encoded " << type.encoded_messages
              << ", decoded " << type.decoded_messages << "\n";
  }
}

}  // namespace

int main() {
  backwire::StartOptions options;
  if (const char* codec = std::getenv("GREETER_CODEC")) options.codec = codec;
  if (const absl::Status status = backwire::Start(options); !status.ok()) {
    std::cerr << "greeter: " << status << "\n";
    return 1;
  }
  GreeterService service;
  grpc::ServerBuilder builder;
  builder.RegisterService(&service);
  const std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  if (server == nullptr || !GreetOnce(*server)) return 1;
  PrintCounters();
}
