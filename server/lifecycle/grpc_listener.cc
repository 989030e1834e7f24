#include "server/lifecycle/grpc_listener.h"

#include <chrono>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "grpcpp/ext/proto_server_reflection_plugin.h"
#include "grpcpp/health_check_service_interface.h"
#include "grpcpp/server.h"
#include "grpcpp/server_builder.h"
#include "server/lifecycle/bind_probe.h"
#include "server/lifecycle/tls.h"

namespace backwire::server {
namespace {

// Enough for a health check or a look at the reflection that is under way.
constexpr std::chrono::milliseconds kLastMoment(250);

void SetLimits(const config::LimitsConfig& limits,
               grpc::ServerBuilder* builder) {
  builder->SetMaxReceiveMessageSize(limits.max_receive_message_bytes());
  builder->SetMaxSendMessageSize(limits.max_send_message_bytes());
  // Two servers on one port would both start and share the calls.
  builder->AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
  // Reflection is a synchronous service: without this, gRPC makes and ends
  // threads for it all the time.
  using Option = grpc::ServerBuilder::SyncServerOption;
  builder->SetSyncServerOption(Option::NUM_CQS, 1);
  builder->SetSyncServerOption(Option::MIN_POLLERS, 1);
  builder->SetSyncServerOption(Option::MAX_POLLERS, 1);
}

absl::Status ListenError(const std::string& address) {
  const std::string reason = ExplainBindFailure(address);
  return absl::UnavailableError(absl::StrCat(
      "listen_address: cannot listen on ", address, ": ",
      reason.empty() ? "gRPC refused it; see its own lines in the log"
                     : reason));
}

}  // namespace

absl::StatusOr<std::unique_ptr<GrpcListener>> GrpcListener::Start(
    const config::ServerConfig& config, const char* service_name,
    grpc::Service* service) {
  auto credentials = MakeServerCredentials(config.tls());
  if (!credentials.ok()) return credentials.status();
  grpc::EnableDefaultHealthCheckService(true);
  grpc::reflection::InitProtoReflectionServerBuilderPlugin();
  grpc::ServerBuilder builder;
  int port = 0;
  builder.AddListeningPort(config.listen_address(), *credentials, &port);
  builder.RegisterService(service);
  SetLimits(config.limits(), &builder);
  std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  if (server == nullptr) return ListenError(config.listen_address());
  server->GetHealthCheckService()->SetServingStatus(service_name, true);
  const bool is_unix = config.listen_address().rfind("unix:", 0) == 0;
  return std::unique_ptr<GrpcListener>(
      new GrpcListener(std::move(server), is_unix ? 0 : port));
}

GrpcListener::GrpcListener(std::unique_ptr<grpc::Server> server, int port)
    : server_(std::move(server)), port_(port) {}

GrpcListener::~GrpcListener() {
  server_->Shutdown(std::chrono::system_clock::now());
}

void GrpcListener::AnnounceEnd() {
  server_->GetHealthCheckService()->SetServingStatus(false);
}

void GrpcListener::Shutdown() {
  server_->Shutdown(std::chrono::system_clock::now() + kLastMoment);
}

}  // namespace backwire::server
