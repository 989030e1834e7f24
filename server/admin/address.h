// The admin port's address as text, and whether only this machine reaches it.
#ifndef BACKWIRE_SERVER_ADMIN_ADDRESS_H_
#define BACKWIRE_SERVER_ADMIN_ADDRESS_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace backwire::admin {

struct Address {
  std::string host;  // without the brackets of IPv6
  int port = 0;      // 0 to 65535
};

// Reads "host:port" or "[v6]:port". INVALID_ARGUMENT names the text and the
// form that is wanted.
absl::StatusOr<Address> ParseAddress(absl::string_view text);

// True for "localhost", 127.0.0.0/8 and ::1. Other names count as reachable
// from outside: they are not looked up.
bool IsLoopback(const std::string& host);

}  // namespace backwire::admin

#endif  // BACKWIRE_SERVER_ADMIN_ADDRESS_H_
