// TLS with certificates that the test makes.
#include "server/lifecycle/tls.h"

#include <cstdlib>

#include "candidates/v1/candidates.grpc.pb.h"
#include "gmock/gmock.h"
#include "grpcpp/create_channel.h"
#include "grpcpp/security/credentials.h"
#include "grpcpp/security/server_credentials.h"
#include "gtest/gtest.h"
#include "server/file/file.h"
#include "server/lifecycle/application.h"
#include "server/testing/temp_dir.h"

namespace backwire::server {
namespace {

using candidates::v1::CandidateService;
using config::TlsConfig;
using ::testing::HasSubstr;

// A self-signed certificate that is its own authority.
struct KeyPair {
  std::string cert_file;
  std::string key_file;
};

std::string Contents(const std::string& path) {
  return ReadFile(path, 1 << 20).value();
}

class TlsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    server_ = MakePair("server");
    caller_ = MakePair("caller");
  }

  KeyPair MakePair(const std::string& name) {
    KeyPair pair = {dir_.Path(name + ".pem"), dir_.Path(name + ".key")};
    const std::string command =
        "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 "
        "-nodes -days 1 -subj /CN=" +
        name + " -addext subjectAltName=IP:127.0.0.1 -keyout " + pair.key_file +
        " -out " + pair.cert_file + " 2>" + dir_.Path("openssl.log");
    EXPECT_EQ(std::system(command.c_str()), 0)
        << Contents(dir_.Path("openssl.log"));
    return pair;
  }

  TlsConfig ServerTls() const {
    TlsConfig tls;
    tls.set_cert_file(server_.cert_file);
    tls.set_key_file(server_.key_file);
    return tls;
  }

  grpc::SslCredentialsOptions CallerTls() const {
    grpc::SslCredentialsOptions options;
    options.pem_root_certs = Contents(server_.cert_file);
    return options;
  }

  grpc::SslCredentialsOptions CallerTlsWithCertificate() const {
    grpc::SslCredentialsOptions options = CallerTls();
    options.pem_cert_chain = Contents(caller_.cert_file);
    options.pem_private_key = Contents(caller_.key_file);
    return options;
  }

  // The code of one call to a server with `tls`.
  grpc::StatusCode Call(
      const TlsConfig& tls,
      const std::shared_ptr<grpc::ChannelCredentials>& credentials) {
    config::ServerConfig config;
    config.set_listen_address("127.0.0.1:0");
    config.mutable_admin()->set_address("");
    *config.mutable_tls() = tls;
    const auto application = Application::Start(config).value();
    const auto stub = CandidateService::NewStub(grpc::CreateChannel(
        "127.0.0.1:" + std::to_string(application->grpc_port()), credentials));
    grpc::ClientContext context;
    candidates::v1::GenerateRequest request;
    request.set_user_id("alice");
    request.set_candidate_count(3);
    candidates::v1::GenerateResponse response;
    return stub->Generate(&context, request, &response).error_code();
  }

  const testing::TempDir dir_;
  KeyPair server_;
  KeyPair caller_;
};

TEST_F(TlsTest, ServesCallersThatTrustIt) {
  EXPECT_EQ(Call(ServerTls(), grpc::SslCredentials(CallerTls())),
            grpc::StatusCode::OK);
}

TEST_F(TlsTest, IsOutOfReachWithoutTls) {
  EXPECT_EQ(Call(ServerTls(), grpc::InsecureChannelCredentials()),
            grpc::StatusCode::UNAVAILABLE);
}

TEST_F(TlsTest, AsksCallersForACertificateIfToldTo) {
  TlsConfig tls = ServerTls();
  tls.set_client_ca_file(caller_.cert_file);
  EXPECT_EQ(Call(tls, grpc::SslCredentials(CallerTlsWithCertificate())),
            grpc::StatusCode::OK);
  EXPECT_EQ(Call(tls, grpc::SslCredentials(CallerTls())),
            grpc::StatusCode::UNAVAILABLE);
}

TEST_F(TlsTest, SaysWhichFileIsWrong) {
  const auto error = [](const TlsConfig& tls) {
    return std::string(MakeServerCredentials(tls).status().message());
  };
  const std::string nonsense = dir_.Write("nonsense", "no PEM");
  TlsConfig tls = ServerTls();
  tls.set_cert_file(nonsense);
  EXPECT_EQ(error(tls),
            "tls.cert_file: " + nonsense + ": holds no PEM certificate");
  tls = ServerTls();
  tls.set_key_file(nonsense);
  EXPECT_THAT(error(tls), HasSubstr("tls.key_file: " + nonsense));
  tls.set_key_file(caller_.key_file);
  EXPECT_THAT(error(tls), HasSubstr("does not belong to the certificate"));
  tls.set_key_file(dir_.Path("none"));
  EXPECT_THAT(error(tls), HasSubstr("tls.key_file: " + dir_.Path("none")));
  tls = ServerTls();
  tls.set_client_ca_file(nonsense);
  EXPECT_THAT(error(tls), HasSubstr("tls.client_ca_file: " + nonsense));
  tls.set_client_ca_file(dir_.Path("none"));
  EXPECT_THAT(error(tls), HasSubstr("tls.client_ca_file: "));
}

}  // namespace
}  // namespace backwire::server
