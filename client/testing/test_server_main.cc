// TestServer as a process of its own, which a test can stop and continue. Says
// on stdout "port N" when it answers and "called" after 100 calls; runs until
// it is killed.
#include <unistd.h>

#include <cstdio>

#include "client/testing/test_server.h"

int main() {
  backwire::client::TestServer server;
  std::printf("port %d\n", server.port());
  std::fflush(stdout);
  if (!server.WaitForCalls(100)) return 1;
  std::printf("called\n");
  std::fflush(stdout);
  for (;;) pause();
}
