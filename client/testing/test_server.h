// A candidate service inside the test's process, whose answers a test can turn
// wrong, slow or absent while calls come in.
#ifndef BACKWIRE_CLIENT_TESTING_TEST_SERVER_H_
#define BACKWIRE_CLIENT_TESTING_TEST_SERVER_H_

#include <cstdint>
#include <memory>
#include <set>
#include <string>

namespace backwire::client {

struct TestServerOptions {
  bool health = true;
  // PEM texts; empty: no TLS. A root makes client certificates required.
  std::string tls_key;
  std::string tls_cert;
  std::string tls_client_root;
};

// Listens on a port of its own on loopback. Thread-safe.
class TestServer {
 public:
  explicit TestServer(const TestServerOptions& options = TestServerOptions());
  ~TestServer();

  int port() const;
  std::string target() const;  // "127.0.0.1:PORT"

  // While held, calls that come in are not answered; releasing answers them.
  void Hold();
  void Release();

  // The next `count` calls fail with `code`; later ones are answered again.
  void FailNext(int64_t count, int code, const std::string& message);

  // Changes one value in one candidate of every later response.
  void CorruptResponses();

  void SetServing(bool serving);

  // Waits until `count` calls have come in since the start. False after 10 s.
  bool WaitForCalls(int64_t count);

  // Breaks all connections and stops listening, as a server that dies.
  void Kill();

  int64_t calls() const;
  std::set<std::string> peers() const;  // distinct client addresses
  // The value of a header of the last call; empty if it had none.
  std::string last_metadata(const std::string& key) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace backwire::client

#endif  // BACKWIRE_CLIENT_TESTING_TEST_SERVER_H_
