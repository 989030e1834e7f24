// The result of a run as JSON, schema "backwire-client/1" (documented in
// client/README.md).
#ifndef BACKWIRE_CLIENT_REPORT_JSON_REPORT_H_
#define BACKWIRE_CLIENT_REPORT_JSON_REPORT_H_

#include <string>

#include "client/report/load_result.h"

namespace backwire::client {

// Indented, with a newline at the end.
std::string ToJson(const LoadResult& result);

}  // namespace backwire::client

#endif  // BACKWIRE_CLIENT_REPORT_JSON_REPORT_H_
