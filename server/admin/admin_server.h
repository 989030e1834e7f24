// The admin port of a gRPC C++ service: a status page, a health answer,
// Prometheus metrics, and profiles of the running process in the forms that
// pprof reads. It depends on the codec's registry, not on this project's
// service, so any service can link it.
#ifndef BACKWIRE_SERVER_ADMIN_ADMIN_SERVER_H_
#define BACKWIRE_SERVER_ADMIN_ADMIN_SERVER_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace prometheus {
class Registry;
}  // namespace prometheus

namespace backwire::admin {

// One line of the status page, shown as text (never read as HTML).
struct StatusRow {
  std::string name;   // "uptime"
  std::string value;  // "12 s"
};

struct AdminOptions {
  // "host:port"; "[host]:port" for IPv6. Port 0 takes a free one. A host that
  // is not loopback needs a `token`.
  std::string address = "127.0.0.1:0";

  // If not empty, every request but /healthz must carry it: as the header
  // "Authorization: Bearer <token>", or as the parameter "?token=" for pprof,
  // which cannot send headers.
  std::string token;

  // The status page's heading.
  std::string title = "backwire";

  // The service's own rows for the status page. The page itself adds the codec,
  // the process and the codec's counters. Called from an admin thread for every
  // page; may be empty.
  std::function<std::vector<StatusRow>()> status_rows;

  // What /metrics exports. The admin server adds the codec's metrics to its
  // answer without registering anything here. nullptr: the codec's only.
  std::shared_ptr<prometheus::Registry> registry;

  // Answers /healthz: 200 if true, 503 if not. Empty: always healthy.
  std::function<bool()> healthy;

  // The longest profile that may be asked for; longer ones are cut to it.
  int max_profile_seconds = 600;
};

// Serves until Shutdown() or destruction. Thread-safe.
class AdminServer {
 public:
  // Binds the port and starts to serve.
  //
  // INVALID_ARGUMENT: the address does not parse, or is not loopback and there
  // is no token. UNAVAILABLE: the port is in use or the host is not ours.
  static absl::StatusOr<std::unique_ptr<AdminServer>> Start(
      AdminOptions options);

  ~AdminServer();
  AdminServer(const AdminServer&) = delete;
  AdminServer& operator=(const AdminServer&) = delete;

  // The port that is listened on, 1 to 65535.
  int port() const;

  // Ends running profiles early, so that their callers get complete files;
  // answers what is under way, then stops. Later calls do nothing.
  void Shutdown();

 private:
  class Impl;
  explicit AdminServer(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl_;
};

}  // namespace backwire::admin

#endif  // BACKWIRE_SERVER_ADMIN_ADMIN_SERVER_H_
