#include "server/lifecycle/stop_signal.h"

#include <pthread.h>
#include <unistd.h>

#include <thread>

#include "server/log/event_log.h"

namespace backwire::server {
namespace {

sigset_t StopSignals() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGINT);
  return set;
}

int WaitForNumber() {
  const sigset_t set = StopSignals();
  int number = 0;
  while (sigwait(&set, &number) != 0) {
  }
  return number;
}

const char* Name(int number) { return number == SIGINT ? "SIGINT" : "SIGTERM"; }

}  // namespace

void BlockStopSignals() {
  const sigset_t set = StopSignals();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  signal(SIGPIPE, SIG_IGN);
}

StopSignalsEndProcess::StopSignalsEndProcess() {
  const sigset_t set = StopSignals();
  pthread_sigmask(SIG_UNBLOCK, &set, &before_);
}

StopSignalsEndProcess::~StopSignalsEndProcess() {
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

std::string WaitForStopSignal() { return Name(WaitForNumber()); }

void EndAtNextStopSignal() {
  std::thread([] {
    const int number = WaitForNumber();
    LogEvent(LogLevel::kWarning, "ended_at_once", {{"signal", Name(number)}});
    _exit(128 + number);
  }).detach();
}

}  // namespace backwire::server
