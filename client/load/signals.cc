#include "client/load/signals.h"

#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <cstdint>
#include <utility>

namespace backwire::client {
namespace {

sigset_t WatchedSignals() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  return set;
}

}  // namespace

SignalWatcher::SignalWatcher(std::function<void()> on_signal)
    : on_signal_(std::move(on_signal)) {
  const sigset_t watched = WatchedSignals();
  pthread_sigmask(SIG_BLOCK, &watched, nullptr);
  end_fd_ = eventfd(0, EFD_CLOEXEC);
  signal_fd_ = signalfd(-1, &watched, SFD_CLOEXEC);
  thread_ = std::thread([this] { Loop(); });
}

SignalWatcher::~SignalWatcher() {
  const uint64_t one = 1;
  if (write(end_fd_, &one, sizeof(one)) == sizeof(one)) thread_.join();
  close(signal_fd_);
  close(end_fd_);
}

void SignalWatcher::Loop() {
  bool seen = false;
  pollfd fds[] = {{end_fd_, POLLIN, 0}, {signal_fd_, POLLIN, 0}};
  while (true) {
    if (poll(fds, 2, -1) <= 0) continue;
    if (fds[0].revents != 0) return;
    signalfd_siginfo info;
    if (read(signal_fd_, &info, sizeof(info)) != sizeof(info)) continue;
    // The user asked twice: nothing is flushed or waited for any more.
    if (seen) _exit(128 + static_cast<int>(info.ssi_signo));
    seen = true;
    on_signal_();
  }
}

}  // namespace backwire::client
