#include "server/lifecycle/tls.h"

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "grpcpp/security/server_credentials.h"
#include "server/file/file.h"

namespace backwire::server {
namespace {

using Bio = std::unique_ptr<BIO, decltype(&BIO_free)>;
using Certificate = std::unique_ptr<X509, decltype(&X509_free)>;
using PrivateKey = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;

constexpr size_t kMaxPemBytes = size_t{1} << 20;

absl::StatusOr<std::string> ReadPem(const char* key_name,
                                    const std::string& path) {
  absl::StatusOr<std::string> pem = ReadFile(path, kMaxPemBytes);
  if (pem.ok()) return pem;
  return absl::Status(pem.status().code(),
                      absl::StrCat(key_name, ": ", pem.status().message()));
}

Bio Reader(const std::string& pem) {
  return Bio(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())),
             &BIO_free);
}

Certificate ParseCertificate(const std::string& pem) {
  const Bio reader = Reader(pem);
  return Certificate(PEM_read_bio_X509(reader.get(), nullptr, nullptr, nullptr),
                     &X509_free);
}

// The empty passphrase keeps OpenSSL from asking at the terminal.
PrivateKey ParseKey(const std::string& pem) {
  const Bio reader = Reader(pem);
  static char no_passphrase[] = "";
  return PrivateKey(
      PEM_read_bio_PrivateKey(reader.get(), nullptr, nullptr, no_passphrase),
      &EVP_PKEY_free);
}

absl::Status BadPem(const char* key_name, const std::string& path,
                    const char* what) {
  ERR_clear_error();
  return absl::InvalidArgumentError(
      absl::StrCat(key_name, ": ", path, ": ", what));
}

absl::Status CheckPair(const config::TlsConfig& tls, const std::string& cert,
                       const std::string& key) {
  const Certificate certificate = ParseCertificate(cert);
  if (certificate == nullptr) {
    return BadPem("tls.cert_file", tls.cert_file(), "holds no PEM certificate");
  }
  const PrivateKey private_key = ParseKey(key);
  if (private_key == nullptr) {
    return BadPem("tls.key_file", tls.key_file(),
                  "holds no PEM private key without a passphrase");
  }
  if (X509_check_private_key(certificate.get(), private_key.get()) != 1) {
    return BadPem("tls.key_file", tls.key_file(),
                  "does not belong to the certificate in tls.cert_file");
  }
  return absl::OkStatus();
}

absl::Status AddClientCa(const config::TlsConfig& tls,
                         grpc::SslServerCredentialsOptions* options) {
  if (tls.client_ca_file().empty()) return absl::OkStatus();
  auto ca = ReadPem("tls.client_ca_file", tls.client_ca_file());
  if (!ca.ok()) return ca.status();
  if (ParseCertificate(*ca) == nullptr) {
    return BadPem("tls.client_ca_file", tls.client_ca_file(),
                  "holds no PEM certificate");
  }
  options->pem_root_certs = *std::move(ca);
  options->client_certificate_request =
      GRPC_SSL_REQUEST_AND_REQUIRE_CLIENT_CERTIFICATE_AND_VERIFY;
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::shared_ptr<grpc::ServerCredentials>> MakeServerCredentials(
    const config::TlsConfig& tls) {
  if (tls.cert_file().empty()) return grpc::InsecureServerCredentials();
  auto cert = ReadPem("tls.cert_file", tls.cert_file());
  if (!cert.ok()) return cert.status();
  auto key = ReadPem("tls.key_file", tls.key_file());
  if (!key.ok()) return key.status();
  absl::Status status = CheckPair(tls, *cert, *key);
  grpc::SslServerCredentialsOptions options;
  if (status.ok()) status = AddClientCa(tls, &options);
  if (!status.ok()) return status;
  options.pem_key_cert_pairs.push_back({*std::move(key), *std::move(cert)});
  return grpc::SslServerCredentials(options);
}

}  // namespace backwire::server
