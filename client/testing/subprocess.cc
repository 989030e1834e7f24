#include "client/testing/subprocess.h"

#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

extern char** environ;

namespace backwire::client {
namespace {

constexpr int kWaitMs = 30'000;

// Whether the process ends within `timeout_ms`.
bool EndsWithin(pid_t pid, int timeout_ms) {
  // By number: glibc 2.36 declares pidfd_open() for C only.
  const int pid_fd = static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
  pollfd waited = {pid_fd, POLLIN, 0};
  const bool ended = poll(&waited, 1, timeout_ms) == 1;
  close(pid_fd);
  return ended;
}

// The whole of a file in memory, which needs no reader while it is written.
std::string Contents(int fd) {
  std::string text;
  char buffer[4096];
  off_t offset = 0;
  ssize_t size;
  while ((size = pread(fd, buffer, sizeof(buffer), offset)) > 0) {
    text.append(buffer, static_cast<size_t>(size));
    offset += size;
  }
  return text;
}

}  // namespace

Subprocess::Subprocess(const std::vector<std::string>& argv)
    : out_fd_(memfd_create("stdout", MFD_CLOEXEC)),
      err_fd_(memfd_create("stderr", MFD_CLOEXEC)) {
  std::vector<char*> arguments;
  for (const std::string& each : argv) {
    arguments.push_back(const_cast<char*>(each.c_str()));
  }
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, out_fd_, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err_fd_, STDERR_FILENO);
  const int error = posix_spawn(&pid_, arguments[0], &actions, nullptr,
                                arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) {
    std::fprintf(stderr, "cannot run %s\n", arguments[0]);
    std::abort();
  }
}

Subprocess::~Subprocess() {
  if (pid_ > 0) {
    Signal(SIGKILL);
    Wait();
  }
  close(out_fd_);
  close(err_fd_);
}

void Subprocess::Signal(int number) { kill(pid_, number); }

std::string Subprocess::WaitForLine(const std::string& start) {
  constexpr int kLookEveryMs = 5;  // a file in memory wakes nobody
  for (int waited_ms = 0; waited_ms < kWaitMs; waited_ms += kLookEveryMs) {
    const bool ended = EndsWithin(pid_, kLookEveryMs);
    const std::string text = "\n" + Contents(out_fd_);
    const size_t at = text.find("\n" + start);
    const size_t end = at == text.npos ? at : text.find('\n', at + 1);
    if (end != text.npos) {
      const size_t rest = at + 1 + start.size();
      return text.substr(rest, end - rest);
    }
    if (ended) return "";
  }
  return "";
}

void Subprocess::WaitUntilStopped() {
  siginfo_t info;
  waitid(P_PID, static_cast<id_t>(pid_), &info, WSTOPPED);
}

int Subprocess::Wait() {
  if (!EndsWithin(pid_, kWaitMs)) Signal(SIGKILL);
  int status = 0;
  waitpid(pid_, &status, 0);
  pid_ = -1;
  out_ = Contents(out_fd_);
  err_ = Contents(err_fd_);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace backwire::client
