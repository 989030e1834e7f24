// SIGINT and SIGTERM as a request to end: taken by a thread of their own, so
// that no code runs in a signal handler.
#ifndef BACKWIRE_CLIENT_LOAD_SIGNALS_H_
#define BACKWIRE_CLIENT_LOAD_SIGNALS_H_

#include <functional>
#include <thread>

namespace backwire::client {

// One object a process, made before any other thread: threads inherit the
// blocked signals. A second signal ends the process at once.
class SignalWatcher {
 public:
  // `on_signal` runs once, on the watcher's thread.
  explicit SignalWatcher(std::function<void()> on_signal);

  // Blocks the signals for good: a late one then waits for the process's end.
  ~SignalWatcher();

  SignalWatcher(const SignalWatcher&) = delete;
  SignalWatcher& operator=(const SignalWatcher&) = delete;

 private:
  void Loop();

  const std::function<void()> on_signal_;
  int end_fd_;  // an eventfd
  int signal_fd_;
  std::thread thread_;
};

}  // namespace backwire::client

#endif  // BACKWIRE_CLIENT_LOAD_SIGNALS_H_
