#include "backwire/testing/hops/server_process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>

namespace backwire::hops {
namespace {

// Reads the line with the port; 0 if the child ended without one.
int ReadPort(int fd) {
  std::FILE* const file = fdopen(fd, "r");
  int port = 0;
  if (std::fscanf(file, "%d", &port) != 1) port = 0;
  std::fclose(file);
  return port;
}

}  // namespace

ServerProcess::ServerProcess(const std::string& program,
                             const std::string& codec) {
  int to_child[2];
  int from_child[2];
  // Close-on-exec: no child may keep another's pipe open.
  if (pipe2(to_child, O_CLOEXEC) != 0 || pipe2(from_child, O_CLOEXEC) != 0) {
    return;
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, to_child[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, from_child[1], STDOUT_FILENO);
  std::string arguments[] = {program, codec};
  char* const argv[] = {arguments[0].data(), arguments[1].data(), nullptr};
  if (posix_spawn(&pid_, program.c_str(), &actions, nullptr, argv, environ) !=
      0) {
    pid_ = -1;
  }
  posix_spawn_file_actions_destroy(&actions);
  close(to_child[0]);
  close(from_child[1]);
  to_child_ = to_child[1];
  port_ = ReadPort(from_child[0]);
}

int ServerProcess::Stop() {
  if (to_child_ >= 0) close(to_child_);
  to_child_ = -1;
  if (pid_ < 0) return -1;
  int status = 0;
  waitpid(pid_, &status, 0);
  pid_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace backwire::hops
