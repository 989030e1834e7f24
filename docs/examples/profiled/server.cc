// notes_server: serves on a free port of the loopback until SIGTERM or SIGINT,
// with an admin port beside it.
#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>

#include <csignal>
#include <iostream>
#include <memory>
#include <string>
#include <utility>

#include "backwire/admin/admin_server.h"
#include "backwire/admin/profiling_environment.h"
#include "backwire/grpc/start.h"
#include "notes.grpc.pb.h"

namespace {

class Notebook final : public notes::Notebook::Service {
  grpc::Status List(grpc::ServerContext*, const notes::ListRequest* request,
                    notes::Notes* response) override {
    for (int i = 0; i < request->count(); ++i) {
      response->add_text("note " + std::to_string(i));
    }
    return grpc::Status::OK;
  }
};

int Fail(const absl::Status& status) {
  std::cerr << "notes_server: " << status << "\n";
  return 1;
}

}  // namespace

int main(int, char** argv) {
  // First: gperftools reads its environment before main().
  if (const absl::Status status =
          backwire::admin::RestartWithProfilingEnvironment(argv);
      !status.ok()) {
    std::cerr << "notes_server: no profiles: " << status << "\n";
  }
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);

  backwire::StartOptions options;
  options.codec = "generated";
  const absl::Status started = backwire::Start(options);
  if (!started.ok()) return Fail(started);

  backwire::admin::AdminOptions admin_options;
  admin_options.title = "notes";
  auto admin = backwire::admin::AdminServer::Start(std::move(admin_options));
  if (!admin.ok()) return Fail(admin.status());

  Notebook notebook;
  grpc::ServerBuilder builder;
  int port = 0;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                           &port);
  builder.RegisterService(&notebook);
  const std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  if (server == nullptr) return Fail(absl::UnavailableError("no free port"));
  std::cout << "notes 127.0.0.1:" << port
            << " admin 127.0.0.1:" << (*admin)->port() << std::endl;

  int received = 0;
  sigwait(&signals, &received);
  server->Shutdown();
  (*admin)->Shutdown();
  return 0;
}
