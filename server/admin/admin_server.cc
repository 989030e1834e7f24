#include "backwire/admin/admin_server.h"

#include <httplib.h>
#include <sys/socket.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "backwire/admin/address.h"
#include "backwire/admin/capture_gate.h"
#include "backwire/admin/endpoints.h"

namespace backwire::admin {
namespace {

// Twice as many threads as may wait for a capture, so that /healthz and
// /metrics answer while a capture has all its callers.
constexpr size_t kThreads = 2 * CaptureGate::kMaxCallers;
constexpr size_t kMaxRequestBytes = 1 << 20;
constexpr time_t kKeepAliveSeconds = 2;

absl::Status CheckReach(const Address& address, const std::string& token) {
  if (!token.empty() || IsLoopback(address.host)) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      "admin address ", address.host, " can be reached from other machines: ",
      "set a token, or use 127.0.0.1"));
}

void Configure(httplib::Server& server) {
  server.new_task_queue = [] { return new httplib::ThreadPool(kThreads); };
  server.set_payload_max_length(kMaxRequestBytes);
  server.set_keep_alive_timeout(kKeepAliveSeconds);
  // The library's own choice, SO_REUSEPORT, would let two processes share one
  // port, and each request would reach either.
  server.set_socket_options([](socket_t socket) {
    const int on = 1;
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
  });
}

// The port that is bound; 0 if it cannot be.
int Bind(const Address& address, httplib::Server& server) {
  if (address.port == 0) {
    const int port = server.bind_to_any_port(address.host);
    return port > 0 ? port : 0;
  }
  return server.bind_to_port(address.host, address.port) ? address.port : 0;
}

}  // namespace

class AdminServer::Impl {
 public:
  explicit Impl(AdminOptions options) : options_(std::move(options)) {
    Configure(server_);
    RegisterEndpoints(options_, gate_, server_);
  }

  bool Listen(const Address& address) {
    port_ = Bind(address, server_);
    if (port_ == 0) return false;
    thread_ = std::thread([this] {
      server_.listen_after_bind();
      ended_ = true;
    });
    // Before its loop runs, the library takes no stop(); it tells in no other
    // way that it runs. This lasts microseconds.
    while (!server_.is_running() && !ended_) std::this_thread::yield();
    return server_.is_running();
  }

  int port() const { return port_; }

  void Shutdown() {
    gate_.EndAll();
    server_.stop();
    if (thread_.joinable()) thread_.join();
  }

 private:
  const AdminOptions options_;
  CaptureGate gate_;
  httplib::Server server_;
  std::atomic<bool> ended_{false};
  int port_ = 0;
  std::thread thread_;
};

absl::StatusOr<std::unique_ptr<AdminServer>> AdminServer::Start(
    AdminOptions options) {
  const std::string text = options.address;
  const absl::StatusOr<Address> address = ParseAddress(text);
  if (!address.ok()) return address.status();
  absl::Status reach = CheckReach(*address, options.token);
  if (!reach.ok()) return reach;
  auto impl = std::make_unique<Impl>(std::move(options));
  if (!impl->Listen(*address)) {
    impl->Shutdown();
    return absl::UnavailableError(
        absl::StrCat("admin address ", text,
                     ": cannot listen there: the port is in use, "
                     "or the host is not one of this machine"));
  }
  return std::unique_ptr<AdminServer>(new AdminServer(std::move(impl)));
}

AdminServer::AdminServer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

AdminServer::~AdminServer() { Shutdown(); }

int AdminServer::port() const { return impl_->port(); }

void AdminServer::Shutdown() { impl_->Shutdown(); }

}  // namespace backwire::admin
