// A program that the test runs beside itself and that prints a number when it
// is ready (mirror_server.cc, candidate_peer.cc).
#ifndef BACKWIRE_TESTING_HOPS_CHILD_PROCESS_H_
#define BACKWIRE_TESTING_HOPS_CHILD_PROCESS_H_

#include <sys/types.h>

#include <string>
#include <vector>

namespace backwire::hops {

class ChildProcess {
 public:
  // Starts the program and waits for its number.
  ChildProcess(const std::string& program, std::vector<std::string> arguments);
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  // Ends it by ending its standard input; returns its exit code, or -1 if it
  // did not exit by itself.
  int Stop();
  // Ends it at once, by SIGKILL, whatever it does.
  void Kill();
  ~ChildProcess() { Stop(); }

  // A server's port. 0: it could not be started; its standard error says why.
  int number() const { return number_; }

 private:
  pid_t pid_ = -1;
  int to_child_ = -1;
  int number_ = 0;
};

}  // namespace backwire::hops

#endif  // BACKWIRE_TESTING_HOPS_CHILD_PROCESS_H_
