// How many connections there really are: of sockets, not of channels, since
// gRPC decides how many connections it makes of a channel.
#ifndef BACKWIRE_CLIENT_RPC_CONNECTION_COUNT_H_
#define BACKWIRE_CLIENT_RPC_CONNECTION_COUNT_H_

#include <set>

namespace backwire::client {

// Counts the connected stream sockets (TCP, and those of the file system) that
// this process has opened since the constructor. Sockets by which something
// connects to this process count too.
class ConnectionCounter {
 public:
  ConnectionCounter();

  // 0 if /proc cannot be read.
  int Count() const;

 private:
  const std::set<int> before_;  // descriptors that were inherited
};

}  // namespace backwire::client

#endif  // BACKWIRE_CLIENT_RPC_CONNECTION_COUNT_H_
