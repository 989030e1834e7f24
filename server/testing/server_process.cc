#include "server/testing/server_process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

extern char** environ;

namespace backwire::server::testing {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

std::vector<char*> Pointers(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (const std::string& text : texts) {
    pointers.push_back(const_cast<char*>(text.c_str()));
  }
  pointers.push_back(nullptr);
  return pointers;
}

std::vector<std::string> EnvironmentWith(
    const std::vector<std::string>& variables) {
  std::vector<std::string> result = variables;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    if (text.rfind("BACKWIRE_", 0) != 0) result.push_back(text);
  }
  return result;
}

// posix_spawn rather than fork(): the test has gRPC's threads.
pid_t Spawn(const std::vector<std::string>& arguments,
            const std::vector<std::string>& variables, int log_fd) {
  std::vector<std::string> words = {BACKWIRE_SERVER_BINARY};
  words.insert(words.end(), arguments.begin(), arguments.end());
  const std::vector<std::string> environment = EnvironmentWith(variables);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, log_fd, STDERR_FILENO);
  posix_spawn_file_actions_adddup2(&actions, log_fd, STDOUT_FILENO);
  pid_t pid = -1;
  if (posix_spawn(&pid, words[0].c_str(), &actions, nullptr,
                  Pointers(words).data(), Pointers(environment).data()) != 0) {
    pid = -1;
  }
  posix_spawn_file_actions_destroy(&actions);
  return pid;
}

}  // namespace

ServerProcess::ServerProcess(const std::vector<std::string>& arguments,
                             const std::vector<std::string>& variables) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) abort();
  log_fd_ = ends[0];
  pid_ = Spawn(arguments, variables, ends[1]);
  close(ends[1]);
}

ServerProcess::~ServerProcess() {
  if (pid_ > 0) {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  close(log_fd_);
}

bool ServerProcess::ReadMore(steady_clock::time_point deadline) {
  const auto left =
      std::chrono::duration_cast<milliseconds>(deadline - steady_clock::now());
  pollfd ready = {log_fd_, POLLIN, 0};
  if (left.count() <= 0 ||
      poll(&ready, 1, static_cast<int>(left.count())) <= 0) {
    return false;
  }
  char buffer[4096];
  const ssize_t size = read(log_fd_, buffer, sizeof(buffer));
  if (size <= 0) return false;
  log_.append(buffer, static_cast<size_t>(size));
  return true;
}

std::string ServerProcess::WaitForLine(const std::string& text) {
  const auto deadline = steady_clock::now() + kPatience;
  do {
    size_t end;
    while ((end = log_.find('\n', searched_)) != log_.npos) {
      const std::string line = log_.substr(searched_, end - searched_);
      searched_ = end + 1;
      if (line.find(text) != line.npos) return line;
    }
  } while (ReadMore(deadline));
  return "";
}

std::string ServerProcess::WaitForAddress() {
  const std::string port = ValueIn(WaitForLine("event=serving"), "grpc_port");
  return port.empty() ? "" : "127.0.0.1:" + port;
}

void ServerProcess::Signal(int number) const {
  if (pid_ > 0) kill(pid_, number);
}

// The log closes when the child ends.
int ServerProcess::WaitForExit() {
  if (pid_ <= 0) return -1;
  const auto deadline = steady_clock::now() + kPatience;
  while (ReadMore(deadline)) {
  }
  if (steady_clock::now() >= deadline) return -1;
  int status = 0;
  if (waitpid(pid_, &status, 0) != pid_) return -1;
  pid_ = -1;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

std::string ValueIn(const std::string& line, const std::string& name) {
  const std::string start = " " + name + "=";
  const size_t at = line.find(start);
  if (at == line.npos) return "";
  const size_t begin = at + start.size();
  return line.substr(begin, line.find(' ', begin) - begin);
}

}  // namespace backwire::server::testing
