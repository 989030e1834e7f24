// The server's executable as a child process of a test: started, watched
// through its log, signalled, and waited for. Nothing outlives the test.
#ifndef BACKWIRE_SERVER_TESTING_SERVER_PROCESS_H_
#define BACKWIRE_SERVER_TESTING_SERVER_PROCESS_H_

#include <sys/types.h>

#include <chrono>
#include <string>
#include <vector>

namespace backwire::server::testing {

// All waits end after this time; a test then fails.
inline constexpr std::chrono::seconds kPatience(90);

// Not thread-safe.
class ServerProcess {
 public:
  // `variables` ("NAME=value") come on top of the test's environment without
  // its BACKWIRE_… ones. The program's path comes from the build.
  explicit ServerProcess(const std::vector<std::string>& arguments,
                         const std::vector<std::string>& variables = {});

  // Kills the child if it still runs.
  ~ServerProcess();
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;

  // The next line of its log that contains `text`, from where the last wait
  // ended; "" if the child closed its log or kPatience passed before.
  std::string WaitForLine(const std::string& text);

  // Waits until it serves. Returns "127.0.0.1:port", or "".
  std::string WaitForAddress();

  void Signal(int number) const;

  // The exit code, or 128 + the number of the signal that ended it; -1 if
  // kPatience passed.
  int WaitForExit();

  // Everything it wrote, after WaitForExit().
  const std::string& log() const { return log_; }

 private:
  bool ReadMore(std::chrono::steady_clock::time_point deadline);

  pid_t pid_ = -1;
  int log_fd_ = -1;
  std::string log_;
  size_t searched_ = 0;
};

// The value of `name` in a line of key=value pairs; "" if it is not there.
std::string ValueIn(const std::string& line, const std::string& name);

}  // namespace backwire::server::testing

#endif  // BACKWIRE_SERVER_TESTING_SERVER_PROCESS_H_
