// A program run by a test, with its output kept and its time bounded.
#ifndef BACKWIRE_CLIENT_TESTING_SUBPROCESS_H_
#define BACKWIRE_CLIENT_TESTING_SUBPROCESS_H_

#include <sys/types.h>

#include <string>
#include <vector>

namespace backwire::client {

// Runs from the constructor on. The destructor kills what still runs.
class Subprocess {
 public:
  // argv[0] is the program's path.
  explicit Subprocess(const std::vector<std::string>& argv);
  ~Subprocess();

  Subprocess(const Subprocess&) = delete;
  Subprocess& operator=(const Subprocess&) = delete;

  void Signal(int number);

  // Waits until stdout has a line that begins with `start`, and returns the
  // rest of it; "" if the program ends or 30 s pass before.
  std::string WaitForLine(const std::string& start);

  // Waits until a signal has stopped it.
  void WaitUntilStopped();

  // Waits for the end, at most 30 s (then it is killed). The exit code, or
  // 128 + the number of the signal that ended it.
  int Wait();

  // Valid after Wait().
  const std::string& out() const { return out_; }
  const std::string& err() const { return err_; }

 private:
  pid_t pid_ = -1;
  int out_fd_;
  int err_fd_;
  std::string out_;
  std::string err_;
};

}  // namespace backwire::client

#endif  // BACKWIRE_CLIENT_TESTING_SUBPROCESS_H_
