#include "profiles/shares_report.h"

#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace backwire::profiles {
namespace {

using Json = nlohmann::ordered_json;

// Bytes have no interval of their own: their samples weigh differently.
std::string Line(absl::string_view name, const Share& share,
                 bool with_interval) {
  std::string line =
      absl::StrFormat("  %-20s %6.2f %%", name, 100 * share.value);
  if (with_interval) {
    absl::StrAppendFormat(&line, "  (%.2f to %.2f)", 100 * share.low,
                          100 * share.high);
  }
  return line + "\n";
}

std::string Views(const Attributed& attributed, bool with_interval) {
  std::string out = " disjoint, adds up to 100 %:\n";
  for (int i = 0; i < kPartCount; ++i) {
    const Part part = static_cast<Part>(i);
    if (attributed.sums.part(part) == 0) continue;
    out += Line(ToString(part), attributed.Of(part), with_interval);
  }
  const Share unattributed = attributed.Unattributed();
  absl::StrAppendFormat(
      &out,
      " not attributed (rest and unknown): %.2f %%; no share can be too low by "
      "more\n",
      100 * unattributed.value);
  out += " cumulative, overlaps:\n";
  for (int i = 0; i < kCumulativeCount; ++i) {
    const Cumulative share = static_cast<Cumulative>(i);
    out += Line(ToString(share), attributed.Of(share), with_interval);
  }
  return out;
}

Json ToJson(const Share& share, bool with_interval) {
  Json json = {{"share", share.value}};
  if (with_interval) {
    json["low"] = share.low;
    json["high"] = share.high;
  }
  return json;
}

Json ToJson(const Attributed& attributed, bool with_interval) {
  Json disjoint, cumulative;
  for (int i = 0; i < kPartCount; ++i) {
    const Part part = static_cast<Part>(i);
    disjoint[std::string(ToString(part))] =
        ToJson(attributed.Of(part), with_interval);
  }
  for (int i = 0; i < kCumulativeCount; ++i) {
    const Cumulative share = static_cast<Cumulative>(i);
    cumulative[std::string(ToString(share))] =
        ToJson(attributed.Of(share), with_interval);
  }
  return {{"total", attributed.sums.total},
          {"samples", attributed.samples},
          {"disjoint", disjoint},
          {"unattributed", ToJson(attributed.Unattributed(), with_interval)},
          {"cumulative", cumulative}};
}

}  // namespace

std::string ToText(const SharesReport& report) {
  std::string out;
  if (report.cpu.has_value()) {
    absl::StrAppendFormat(
        &out,
        "CPU: %d samples, %.1f s (in brackets: 95 %% confidence interval)\n",
        report.cpu->cpu.samples, report.cpu->cpu_seconds);
    out += Views(report.cpu->cpu, true);
  }
  if (report.allocations.has_value()) {
    const AllocationAnalysis& allocations = *report.allocations;
    absl::StrAppend(
        &out, "Allocated objects: about ", allocations.objects.sums.total,
        " from ", allocations.objects.samples, " samples\n",
        Views(allocations.objects, true), "Allocated bytes: about ",
        allocations.bytes.sums.total, "\n", Views(allocations.bytes, false));
  }
  return out;
}

std::string ToJson(const SharesReport& report) {
  Json json = Json::object();
  if (report.cpu.has_value()) {
    json["cpu"] = ToJson(report.cpu->cpu, true);
    json["cpu"]["cpu_seconds"] = report.cpu->cpu_seconds;
  }
  if (report.allocations.has_value()) {
    json["allocations"] = {
        {"objects", ToJson(report.allocations->objects, true)},
        {"bytes", ToJson(report.allocations->bytes, false)}};
  }
  return json.dump(2) + "\n";
}

}  // namespace backwire::profiles
