#include "client/testing/test_server.h"

#include <grpcpp/health_check_service_interface.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>

#include <chrono>
#include <cstdlib>

#include "client/testing/test_service.h"

namespace backwire::client {
namespace {

std::shared_ptr<grpc::ServerCredentials> Credentials(
    const TestServerOptions& options) {
  if (options.tls_key.empty()) return grpc::InsecureServerCredentials();
  grpc::SslServerCredentialsOptions ssl;
  ssl.pem_key_cert_pairs.push_back({options.tls_key, options.tls_cert});
  ssl.pem_root_certs = options.tls_client_root;
  if (!options.tls_client_root.empty()) {
    ssl.client_certificate_request =
        GRPC_SSL_REQUEST_AND_REQUIRE_CLIENT_CERTIFICATE_AND_VERIFY;
  }
  return grpc::SslServerCredentials(ssl);
}

}  // namespace

struct TestServer::Impl {
  TestService service;
  std::unique_ptr<grpc::Server> server;
  int port = 0;
};

TestServer::TestServer(const TestServerOptions& options)
    : impl_(std::make_unique<Impl>()) {
  grpc::EnableDefaultHealthCheckService(options.health);
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:0", Credentials(options), &impl_->port);
  builder.RegisterService(&impl_->service);
  impl_->server = builder.BuildAndStart();
  if (impl_->server == nullptr) std::abort();
}

TestServer::~TestServer() { Kill(); }

int TestServer::port() const { return impl_->port; }

std::string TestServer::target() const {
  return "127.0.0.1:" + std::to_string(impl_->port);
}

void TestServer::Hold() { impl_->service.Hold(); }
void TestServer::Release() { impl_->service.Release(); }

void TestServer::FailNext(int64_t count, int code, const std::string& message) {
  impl_->service.FailNext(
      count, grpc::Status(static_cast<grpc::StatusCode>(code), message));
}

void TestServer::CorruptResponses() { impl_->service.CorruptResponses(); }

void TestServer::SetServing(bool serving) {
  impl_->server->GetHealthCheckService()->SetServingStatus(serving);
}

bool TestServer::WaitForCalls(int64_t count) {
  return impl_->service.WaitForCalls(count);
}

void TestServer::Kill() {
  if (impl_->server == nullptr) return;
  // The server's end waits for calls that the service still holds.
  impl_->service.Abandon();
  impl_->server->Shutdown(std::chrono::system_clock::now());
  impl_->server->Wait();
  impl_->server.reset();
}

int64_t TestServer::calls() const { return impl_->service.calls(); }

std::set<std::string> TestServer::peers() const {
  return impl_->service.peers();
}

std::string TestServer::last_metadata(const std::string& key) const {
  return impl_->service.last_metadata(key);
}

}  // namespace backwire::client
