// A port of this machine where somebody listens who never says anything: what a
// stuck server looks like to who connects.
#ifndef BACKWIRE_CLIENT_TESTING_SILENT_LISTENER_H_
#define BACKWIRE_CLIENT_TESTING_SILENT_LISTENER_H_

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

namespace backwire::client {

// Accepts connections and never says anything.
class SilentListener {
 public:
  SilentListener() : fd_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    auto* generic = reinterpret_cast<sockaddr*>(&address);
    if (bind(fd_, generic, size) != 0 || listen(fd_, 16) != 0 ||
        getsockname(fd_, generic, &size) != 0) {
      std::abort();
    }
    port_ = ntohs(address.sin_port);
  }
  ~SilentListener() { close(fd_); }

  int port() const { return port_; }
  std::string target() const { return "127.0.0.1:" + std::to_string(port_); }

  // Blocks until somebody connects, and hangs up on them.
  void HangUpOnOne() { close(accept(fd_, nullptr, nullptr)); }

 private:
  int fd_;
  int port_;
};

}  // namespace backwire::client

#endif  // BACKWIRE_CLIENT_TESTING_SILENT_LISTENER_H_
