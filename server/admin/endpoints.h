// All endpoints of the admin port in one table.
#ifndef BACKWIRE_SERVER_ADMIN_ENDPOINTS_H_
#define BACKWIRE_SERVER_ADMIN_ENDPOINTS_H_

#include "backwire/admin/admin_server.h"
#include "backwire/admin/capture_gate.h"

namespace httplib {
class Server;
}  // namespace httplib

namespace backwire::admin {

// Adds every endpoint, and the check of the token in front of them, to
// `server`. `options` and `gate` are borrowed for as long as `server` serves.
void RegisterEndpoints(const AdminOptions& options, CaptureGate& gate,
                       httplib::Server& server);

}  // namespace backwire::admin

#endif  // BACKWIRE_SERVER_ADMIN_ENDPOINTS_H_
