// SIGTERM and SIGINT as a wait instead of a handler: blocked in every thread
// and taken by one.
#ifndef BACKWIRE_SERVER_LIFECYCLE_STOP_SIGNAL_H_
#define BACKWIRE_SERVER_LIFECYCLE_STOP_SIGNAL_H_

#include <signal.h>

#include <string>

namespace backwire::server {

// Call it in main() before the first other thread, which inherits it. Ignores
// SIGPIPE, too: a reader of the log that ends must not end the service.
void BlockStopSignals();

// While it lives, SIGTERM and SIGINT end the process as they do by default, if
// they arrive in (or were held back for) the thread that made it: for work
// before serving, when there is nothing to drain.
class StopSignalsEndProcess {
 public:
  StopSignalsEndProcess();
  ~StopSignalsEndProcess();
  StopSignalsEndProcess(const StopSignalsEndProcess&) = delete;
  StopSignalsEndProcess& operator=(const StopSignalsEndProcess&) = delete;

 private:
  sigset_t before_;
};

// Waits for SIGTERM or SIGINT and returns its name. REQUIRES:
// BlockStopSignals() was called.
std::string WaitForStopSignal();

// From now on, SIGTERM and SIGINT end the process at once, with the code that
// shells give for them (128 + the signal's number): for one who does not want
// to wait for a shutdown under way.
void EndAtNextStopSignal();

}  // namespace backwire::server

#endif  // BACKWIRE_SERVER_LIFECYCLE_STOP_SIGNAL_H_
