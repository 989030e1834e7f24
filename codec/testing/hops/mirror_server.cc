// A server process of its own, so that its codec can differ from its client's:
// `mirror_server CODEC` serves Mirror on a free port of the loopback interface,
// prints the port, and ends when its standard input does. CODEC "none" never
// starts backwire.
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>

#include <chrono>
#include <cstdio>
#include <memory>
#include <string>

#include "backwire/grpc/start.h"
#include "backwire/registry/active_codec.h"
#include "backwire/testing/hops/hop_counts.h"
#include "hops/hops.grpc.pb.h"

namespace backwire::hops {
namespace {

using ::grpc::ServerContext;
using ::grpc::Status;

template <class M>
Status Reflect(const M* request, M* response) {
  *response = *request;
  return Status::OK;
}

class MirrorService final : public Mirror::Service {
  Status Text(ServerContext*, const EchoRequest* request,
              EchoRequest* response) override {
    return Reflect(request, response);
  }
  Status Candidates(ServerContext*,
                    const candidates::v1::GenerateResponse* request,
                    candidates::v1::GenerateResponse* response) override {
    return Reflect(request, response);
  }
  Status Strict(ServerContext*, const StrictMessage* request,
                StrictMessage* response) override {
    return Reflect(request, response);
  }
  Status Plain(ServerContext*, const PlainMessage* request,
               PlainMessage* response) override {
    return Reflect(request, response);
  }
  Status WellKnown(ServerContext*, const google::protobuf::Struct* request,
                   google::protobuf::Struct* response) override {
    return Reflect(request, response);
  }
  Status Counts(ServerContext*, const google::protobuf::Empty*,
                CodecCounts* response) override {
    const CodecCounters counters = SnapshotCounters();
    const TypeCounters requests = CountersOf("backwire.hops.EchoRequest");
    response->set_codec(std::string(ToString(ActiveCodec())));
    response->set_encoded_requests(requests.encoded_messages);
    response->set_decoded_requests(requests.decoded_messages);
    response->set_fall_through_encodes(counters.fall_through_encodes);
    response->set_fall_through_decodes(counters.fall_through_decodes);
    for (const TypeCounters& type : counters.types) {
      response->set_parity_differences(response->parity_differences() +
                                       type.parity_differences);
    }
    return Status::OK;
  }
};

bool StartCodec(const std::string& codec) {
  if (codec == "none") return true;
  const absl::Status status = Start({codec, /*parity_sample_rate=*/1});
  if (!status.ok()) std::fprintf(stderr, "%s\n", status.ToString().c_str());
  return status.ok();
}

int Serve() {
  MirrorService service;
  int port = 0;
  ::grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:0", ::grpc::InsecureServerCredentials(),
                           &port);
  builder.RegisterService(&service);
  const std::unique_ptr<::grpc::Server> server = builder.BuildAndStart();
  if (server == nullptr) {
    std::fprintf(stderr, "mirror_server: cannot listen on 127.0.0.1\n");
    return 1;
  }
  std::printf("%d\n", port);
  std::fflush(stdout);
  while (std::getchar() != EOF) {
  }
  server->Shutdown(std::chrono::system_clock::now());
  return 0;
}

}  // namespace
}  // namespace backwire::hops

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: mirror_server CODEC\n");
    return 2;
  }
  if (!backwire::hops::StartCodec(argv[1])) return 1;
  return backwire::hops::Serve();
}
