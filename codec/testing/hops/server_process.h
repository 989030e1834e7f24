// A mirror_server (see mirror_server.cc) run as a child of the test.
#ifndef BACKWIRE_TESTING_HOPS_SERVER_PROCESS_H_
#define BACKWIRE_TESTING_HOPS_SERVER_PROCESS_H_

#include <sys/types.h>

#include <string>

namespace backwire::hops {

class ServerProcess {
 public:
  // Starts `program codec` and waits for its port.
  ServerProcess(const std::string& program, const std::string& codec);
  // Ends it; returns its exit code, or -1 if it did not exit by itself.
  int Stop();
  ~ServerProcess() { Stop(); }

  // 0: it could not be started; its standard error says why.
  int port() const { return port_; }

 private:
  pid_t pid_ = -1;
  int to_child_ = -1;
  int port_ = 0;
};

}  // namespace backwire::hops

#endif  // BACKWIRE_TESTING_HOPS_SERVER_PROCESS_H_
