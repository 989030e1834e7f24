// The page that a person opens first: which codec is active, what it did, how
// the process is, and where the other endpoints are.
#ifndef BACKWIRE_SERVER_ADMIN_STATUS_PAGE_H_
#define BACKWIRE_SERVER_ADMIN_STATUS_PAGE_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "backwire/admin/admin_server.h"
#include "backwire/registry/codec_name.h"
#include "backwire/registry/counters.h"

namespace backwire::admin {

struct Link {
  std::string path;
  std::string description;
};

struct StatusContent {
  std::string title;
  CodecName codec = CodecName::kStock;
  CodecCounters counters;
  std::vector<StatusRow> rows;
  std::vector<Link> links;
};

// The rows that every process has: build, uptime, CPU, memory, captures.
std::vector<StatusRow> ProcessRows(const std::string& running_capture);

// `text` with the characters that HTML gives a meaning replaced.
std::string EscapeHtml(absl::string_view text);

// A complete HTML page; every text in it is escaped.
std::string RenderStatusPage(const StatusContent& content);

}  // namespace backwire::admin

#endif  // BACKWIRE_SERVER_ADMIN_STATUS_PAGE_H_
