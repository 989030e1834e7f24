#include "backwire/testing/hops/child_process.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>

namespace backwire::hops {
namespace {

// Reads the line with the number; 0 if the child ended without one.
int ReadNumber(int fd) {
  std::FILE* const file = fdopen(fd, "r");
  int number = 0;
  if (std::fscanf(file, "%d", &number) != 1) number = 0;
  std::fclose(file);
  return number;
}

}  // namespace

ChildProcess::ChildProcess(const std::string& program,
                           std::vector<std::string> arguments) {
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
  arguments.insert(arguments.begin(), program);
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  if (posix_spawn(&pid_, program.c_str(), &actions, nullptr, argv.data(),
                  environ) != 0) {
    pid_ = -1;
  }
  posix_spawn_file_actions_destroy(&actions);
  close(to_child[0]);
  close(from_child[1]);
  to_child_ = to_child[1];
  number_ = ReadNumber(from_child[0]);
}

int ChildProcess::Stop() {
  if (to_child_ >= 0) close(to_child_);
  to_child_ = -1;
  if (pid_ < 0) return -1;
  int status = 0;
  waitpid(pid_, &status, 0);
  pid_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void ChildProcess::Kill() {
  if (pid_ >= 0) kill(pid_, SIGKILL);
  Stop();
}

}  // namespace backwire::hops
