// The clock of all measurements: monotonic, in nanoseconds.
#ifndef BACKWIRE_CLIENT_SENDERS_CLOCK_H_
#define BACKWIRE_CLIENT_SENDERS_CLOCK_H_

#include <chrono>
#include <cstdint>

namespace backwire::client {

inline int64_t NowNanos() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

inline std::chrono::steady_clock::time_point ToTimePoint(int64_t ns) {
  return std::chrono::steady_clock::time_point(
      std::chrono::duration_cast<std::chrono::steady_clock::duration>(
          std::chrono::nanoseconds(ns)));
}

}  // namespace backwire::client

#endif  // BACKWIRE_CLIENT_SENDERS_CLOCK_H_
