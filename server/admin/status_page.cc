#include "backwire/admin/status_page.h"

#include <google/protobuf/stubs/common.h>
#include <unistd.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "backwire/admin/process_info.h"
#include "backwire/admin/profiling_environment.h"

namespace backwire::admin {
namespace {

constexpr char kHead[] = R"(<!doctype html>
<meta charset="utf-8"><title>%s</title>
<style>
body { font: 14px sans-serif; margin: 2em; }
td, th { padding: 2px 12px 2px 0; text-align: left; }
td.n { text-align: right; font-variant-numeric: tabular-nums; }
</style>
<h1>%s</h1>
)";

std::string Readiness(const absl::Status& status) {
  return status.ok() ? "ready" : std::string(status.message());
}

std::string RowTable(const StatusContent& content) {
  std::string out = "<table>\n";
  const auto add = [&out](const std::string& name, const std::string& value) {
    absl::StrAppend(&out, "<tr><th>", EscapeHtml(name), "</th><td>",
                    EscapeHtml(value), "</td></tr>\n");
  };
  add("codec", std::string(ToString(content.codec)));
  for (const StatusRow& row : content.rows) add(row.name, row.value);
  return out + "</table>\n";
}

std::string CounterTable(const CodecCounters& counters) {
  std::string out =
      "<h2>Codec</h2>\n<table>\n<tr><th>message type</th><th>encoded</th>"
      "<th>bytes</th><th>decoded</th><th>bytes</th><th>refused</th>"
      "<th>compared</th><th>different</th><th>skipped</th></tr>\n";
  for (const TypeCounters& type : counters.types) {
    absl::StrAppend(&out, "<tr><td>", EscapeHtml(type.type_name), "</td>");
    for (const uint64_t value :
         {type.encoded_messages, type.encoded_bytes, type.decoded_messages,
          type.decoded_bytes, type.decode_errors, type.parity_checks,
          type.parity_differences, type.parity_skipped}) {
      absl::StrAppend(&out, "<td class=\"n\">", value, "</td>");
    }
    out += "</tr>\n";
  }
  return absl::StrCat(out, "</table>\n<p>Left to stock for lack of code: ",
                      counters.fall_through_encodes, " encoded, ",
                      counters.fall_through_decodes, " decoded.</p>\n");
}

std::string LinkList(const std::vector<Link>& links) {
  std::string out = "<h2>Endpoints</h2>\n<ul>\n";
  for (const Link& link : links) {
    const std::string path = EscapeHtml(link.path);
    absl::StrAppend(&out, "<li><a href=\"", path, "\">", path, "</a> ",
                    EscapeHtml(link.description), "</li>\n");
  }
  return out + "</ul>\n";
}

// Clang's version says the name itself.
#ifdef __clang__
constexpr char kCompiler[] = "";
#else
constexpr char kCompiler[] = "g++ ";
#endif

}  // namespace

std::vector<StatusRow> ProcessRows(const std::string& running_capture) {
  return {
      {"build", absl::StrCat(kCompiler, __VERSION__, ", protobuf ",
                             google::protobuf::internal::VersionString(
                                 GOOGLE_PROTOBUF_VERSION))},
      {"process id", absl::StrCat(getpid())},
      {"uptime", absl::StrFormat("%.0f s", UptimeSeconds())},
      {"CPU time", absl::StrFormat("%.2f s", CpuSeconds())},
      {"resident memory", absl::StrCat(ResidentBytes() >> 20, " MiB")},
      {"CPU profile", Readiness(CanProfileCpu())},
      {"allocation profile", Readiness(CanProfileAllocations())},
      {"heap profile", Readiness(CanProfileHeap())},
      {"running capture", running_capture.empty() ? "none" : running_capture},
  };
}

std::string EscapeHtml(absl::string_view text) {
  return absl::StrReplaceAll(text, {{"&", "&amp;"},
                                    {"<", "&lt;"},
                                    {">", "&gt;"},
                                    {"\"", "&quot;"},
                                    {"'", "&#39;"}});
}

std::string RenderStatusPage(const StatusContent& content) {
  const std::string title = EscapeHtml(content.title);
  return absl::StrCat(absl::StrFormat(kHead, title, title), RowTable(content),
                      CounterTable(content.counters), LinkList(content.links));
}

}  // namespace backwire::admin
