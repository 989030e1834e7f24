// A program into which objects that were compiled without backwire are linked
// in front of it: says what backwire::Start() makes of that.
#include <grpcpp/create_channel.h>
#include <grpcpp/server_builder.h>

#include <cstdio>

#include "backwire/grpc/start.h"
#include "hops/foreign.grpc.pb.h"

namespace {

class SyncService final : public backwire::hops::Foreign::Service {};
class CallbackService final : public backwire::hops::Foreign::CallbackService {
};

// Names the stubs, so that their objects are linked.
bool UseForeign() {
  SyncService sync;
  CallbackService callback;
  grpc::ServerBuilder builder;
  builder.RegisterService(&sync).RegisterService(&callback);
  const auto stub = backwire::hops::Foreign::NewStub(
      grpc::CreateChannel("127.0.0.1:1", grpc::InsecureChannelCredentials()));
  return stub != nullptr;
}

}  // namespace

int main() {
  backwire::StartOptions options;
  options.codec = "generated";
  if (!UseForeign()) return 1;
  const absl::Status status = backwire::Start(options);
  std::printf("Start: %s\n", status.ToString().c_str());
  return status.ok() ? 0 : 1;
}
