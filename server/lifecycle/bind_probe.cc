#include "server/lifecycle/bind_probe.h"

#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>

namespace backwire::server {
namespace {

using Addresses = std::unique_ptr<addrinfo, decltype(&freeaddrinfo)>;

std::string TryBind(const addrinfo& address) {
  const int fd =
      socket(address.ai_family, address.ai_socktype, address.ai_protocol);
  if (fd < 0) return strerror(errno);
  // As gRPC does: a port whose last connections are only fading is free.
  const int one = 1;
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
  std::string failure;
  if (bind(fd, address.ai_addr, address.ai_addrlen) != 0 ||
      listen(fd, 1) != 0) {
    failure = strerror(errno);
  }
  close(fd);
  return failure;
}

}  // namespace

std::string ExplainBindFailure(const std::string& address) {
  const size_t colon = address.rfind(':');
  if (colon == address.npos || address.rfind("unix:", 0) == 0) return "";
  std::string host = address.substr(0, colon);
  if (host.size() >= 2 && host.front() == '[' && host.back() == ']') {
    host = host.substr(1, host.size() - 2);
  }
  addrinfo hints = {};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE;
  addrinfo* found = nullptr;
  const int error = getaddrinfo(host.c_str(), address.substr(colon + 1).c_str(),
                                &hints, &found);
  if (error != 0) return gai_strerror(error);
  return TryBind(*Addresses(found, &freeaddrinfo));
}

}  // namespace backwire::server
