// The parts of a running server, and the order in which they start and stop:
// catalogue, service, admin port, gRPC; then gRPC first, so that a drain can be
// watched on the admin port.
#ifndef BACKWIRE_SERVER_LIFECYCLE_APPLICATION_H_
#define BACKWIRE_SERVER_LIFECYCLE_APPLICATION_H_

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "config/server_config.pb.h"

namespace backwire::server {

// Thread-safe but for Stop() and destruction.
class Application {
 public:
  // Returns when calls are answered. REQUIRES: the codec was chosen
  // (backwire::Start). Errors say which key or file is at fault.
  static absl::StatusOr<std::unique_ptr<Application>> Start(
      const config::ServerConfig& config);

  ~Application();  // ends at once what was not stopped

  int grpc_port() const;   // 0 for unix:/path
  int admin_port() const;  // 0 if there is none

  int64_t in_flight() const;
  uint64_t calls_ended() const;
  uint64_t calls_refused() const;  // of those that ended, by Stop()

  // What does not change while it runs, for the log and the status page (which
  // both add the codec): names and values.
  std::vector<std::pair<std::string, std::string>> Facts() const;

  // Refuses new calls with UNAVAILABLE, waits for those under way for at most
  // config.drain_timeout_ms, then ends gRPC, the admin port and running
  // profiles. Returns whether no call was cut off.
  bool Stop();

 private:
  struct Parts;
  explicit Application(std::unique_ptr<Parts> parts);

  std::unique_ptr<Parts> parts_;
};

}  // namespace backwire::server

#endif  // BACKWIRE_SERVER_LIFECYCLE_APPLICATION_H_
