// tracking_server sync|callback: serves on a free port of the loopback until
// SIGTERM or SIGINT. TRACKING_CODEC names the codec.
#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>

#include "backwire/grpc/start.h"
#include "codec_report.h"
#include "quotes.h"
#include "service/services.h"

namespace {

void WaitForSignal(const sigset_t& signals) {
  int received = 0;
  sigwait(&signals, &received);
}

int Serve(bool use_callbacks, const sigset_t& signals) {
  const std::unique_ptr<grpc::Service> services[] = {
      use_callbacks ? tracking::NewCallbackTracking()
                    : tracking::NewSyncTracking(),
      tracking::NewGeocoder(), carrier::NewQuotesService()};
  grpc::ServerBuilder builder;
  int port = 0;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                           &port);
  for (const auto& service : services) builder.RegisterService(service.get());
  const std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  if (server == nullptr) {
    std::cerr << "tracking_server: no port could be opened\n";
    return 1;
  }
  std::cout << "listening on 127.0.0.1:" << port << std::endl;
  WaitForSignal(signals);
  server->Shutdown(std::chrono::system_clock::now() + std::chrono::seconds(5));
  PrintCodecReport(std::cout);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string handlers = argc == 2 ? argv[1] : "";
  if (handlers != "sync" && handlers != "callback") {
    std::cerr << "usage: tracking_server sync|callback\n";
    return 2;
  }
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);

  backwire::StartOptions options;
  if (const char* codec = std::getenv("TRACKING_CODEC")) options.codec = codec;
  options.parity_sample_rate = 1;
  if (const absl::Status status = backwire::Start(options); !status.ok()) {
    std::cerr << "tracking_server: " << status << "\n";
    return 1;
  }
  return Serve(handlers == "callback", signals);
}
