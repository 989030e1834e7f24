#include "client/rpc/connection_count.h"

#include <sys/socket.h>

#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace backwire::client {
namespace {

bool IsConnectedStream(int fd) {
  int type = 0;
  socklen_t type_size = sizeof(type);
  if (getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &type_size) != 0 ||
      type != SOCK_STREAM) {
    return false;
  }
  sockaddr_storage peer;
  socklen_t peer_size = sizeof(peer);
  return getpeername(fd, reinterpret_cast<sockaddr*>(&peer), &peer_size) == 0;
}

// A descriptor may be closed meanwhile, or be that of the folder itself: both
// are no sockets.
std::set<int> ConnectedSockets() {
  std::set<int> sockets;
  std::error_code error;
  std::filesystem::directory_iterator entries("/proc/self/fd", error);
  for (; !error && entries != std::filesystem::directory_iterator();
       entries.increment(error)) {
    const int fd = std::atoi(entries->path().filename().c_str());
    if (IsConnectedStream(fd)) sockets.insert(fd);
  }
  return sockets;
}

}  // namespace

ConnectionCounter::ConnectionCounter() : before_(ConnectedSockets()) {}

int ConnectionCounter::Count() const {
  int count = 0;
  for (const int fd : ConnectedSockets()) count += before_.count(fd) == 0;
  return count;
}

}  // namespace backwire::client
