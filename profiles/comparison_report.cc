// The three forms in which a Comparison is shown.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "profiles/comparison.h"

namespace backwire::profiles {
namespace {

using Json = nlohmann::ordered_json;

// The measures are the lines and the codecs the columns: measures have long
// names, and there are few codecs. The first line is the heading.
using Table = std::vector<std::vector<std::string>>;

constexpr char kNotMeasured[] = "-";

std::string Number(double value, int decimals) {
  return absl::StrFormat("%.*f", decimals, value);
}

std::string Percent(const Share& share) {
  return absl::StrCat(Number(100 * share.value, 1), " ± ",
                      Number(50 * (share.high - share.low), 1), " %");
}

std::string WithRange(const Spread& spread, int decimals) {
  const std::string median = Number(spread.median, decimals);
  if (spread.min == spread.max) return median;
  return absl::StrCat(median, " (", Number(spread.min, decimals), " to ",
                      Number(spread.max, decimals), ")");
}

std::string Saving(const std::optional<Spread>& saving) {
  if (!saving.has_value()) return kNotMeasured;
  return WithRange({100 * saving->median, 100 * saving->min, 100 * saving->max},
                   1) +
         " %";
}

std::string Optional(const std::optional<double>& value) {
  return value.has_value() ? Number(*value, 0) : kNotMeasured;
}

std::string Optional(const std::optional<Share>& share) {
  return share.has_value() ? Percent(*share) : kNotMeasured;
}

std::string OptionalPercent(const std::optional<double>& value) {
  return value.has_value() ? Number(100 * *value, 1) + " %" : kNotMeasured;
}

struct Measure {
  const char* name;
  std::string (*text)(const CodecRow&);
};

constexpr Measure kMeasures[] = {
    {"encode, share of CPU",
     [](const CodecRow& row) { return Percent(row.encode); }},
    {"decode, share of CPU",
     [](const CodecRow& row) { return Percent(row.decode); }},
    {"candidate search, share of CPU",
     [](const CodecRow& row) { return Percent(row.search); }},
    {"handler (build, free), share of CPU",
     [](const CodecRow& row) { return Percent(row.handler); }},
    {"allocator, share of CPU (in all of the above)",
     [](const CodecRow& row) { return Percent(row.allocation); }},
    {"encode, by the codec's timers",
     [](const CodecRow& row) { return OptionalPercent(row.encode_by_timers); }},
    {"decode, by the codec's timers",
     [](const CodecRow& row) { return OptionalPercent(row.decode_by_timers); }},
    {"encode, by perf",
     [](const CodecRow& row) { return Optional(row.encode_by_perf); }},
    {"decode, by perf",
     [](const CodecRow& row) { return Optional(row.decode_by_perf); }},
    {"requests/s",
     [](const CodecRow& row) { return WithRange(row.requests_per_second, 1); }},
    {"latency p50, ms",
     [](const CodecRow& row) { return WithRange(row.p50_ms, 2); }},
    {"latency p99, ms",
     [](const CodecRow& row) { return WithRange(row.p99_ms, 2); }},
    {"requests per server CPU second",
     [](const CodecRow& row) {
       return WithRange(row.requests_per_cpu_second, 1);
     }},
    {"allocations per response",
     [](const CodecRow& row) {
       return Optional(row.allocations_per_response);
     }},
    {"allocated bytes per response",
     [](const CodecRow& row) {
       return Optional(row.allocated_bytes_per_response);
     }},
    {"allocations from inside the codec",
     [](const CodecRow& row) { return Optional(row.allocations_in_codec); }},
    {"CPU per request saved by generated",
     [](const CodecRow& row) { return Saving(row.saving_of_generated); }},
    {"the same, by the shares of encode and decode",
     [](const CodecRow& row) { return Saving(row.saving_by_shares); }},
    {"CPU samples",
     [](const CodecRow& row) { return absl::StrCat(row.cpu_samples); }},
    {"CPU time that the samples stand for",
     [](const CodecRow& row) {
       return Number(100 * row.sampled_cpu_ratio, 0) + " % of the server's";
     }},
};

// Whether a line holds nothing but its name.
bool IsNotMeasured(const std::vector<std::string>& line) {
  return std::all_of(line.begin() + 1, line.end(),
                     [](const auto& text) { return text == kNotMeasured; });
}

Table MakeTable(const Comparison& comparison) {
  Table table{{"per codec"}};
  for (const CodecRow& row : comparison.rows) {
    table.front().push_back(row.codec);
  }
  for (const Measure& measure : kMeasures) {
    std::vector<std::string> line{measure.name};
    for (const CodecRow& row : comparison.rows) {
      line.push_back(measure.text(row));
    }
    if (!IsNotMeasured(line)) table.push_back(std::move(line));
  }
  return table;
}

// Characters, not bytes: "±" has two.
size_t Width(const std::string& text) {
  return std::count_if(text.begin(), text.end(),
                       [](char c) { return (c & 0xC0) != 0x80; });
}

std::string Pad(const std::string& text, size_t width, bool left) {
  const std::string blanks(width - std::min(width, Width(text)), ' ');
  return left ? text + blanks : blanks + text;
}

std::string Heading(const Comparison& comparison) {
  const std::string workload =
      comparison.workload.empty()
          ? ""
          : absl::StrCat("workload ", comparison.workload, ", ");
  return absl::StrCat(workload, comparison.candidates,
                      " candidates a response, ", comparison.concurrency,
                      " calls at a time; ± is the 95 % confidence interval\n");
}

std::string Footer(const Comparison& comparison) {
  return absl::StrCat(comparison.machine, "; commit ", comparison.commit, "; ",
                      comparison.versions, "\n");
}

Json ToJson(const Share& share) {
  return {{"share", share.value}, {"low", share.low}, {"high", share.high}};
}

Json ToJson(const Spread& spread) {
  return {{"median", spread.median}, {"min", spread.min}, {"max", spread.max}};
}

template <typename Value>
void AddIfMeasured(const char* name, const std::optional<Value>& value,
                   Json& json) {
  if (!value.has_value()) return;
  if constexpr (std::is_same_v<Value, double>) {
    json[name] = *value;
  } else {
    json[name] = ToJson(*value);
  }
}

Json ToJson(const CodecRow& row) {
  Json json = {
      {"codec", row.codec},
      {"cpu_samples", row.cpu_samples},
      {"sampled_cpu_ratio", row.sampled_cpu_ratio},
      {"cpu_shares",
       {{"encode", ToJson(row.encode)},
        {"decode", ToJson(row.decode)},
        {"search", ToJson(row.search)},
        {"handler", ToJson(row.handler)},
        {"allocation", ToJson(row.allocation)}}},
      {"requests_per_second", ToJson(row.requests_per_second)},
      {"p50_ms", ToJson(row.p50_ms)},
      {"p99_ms", ToJson(row.p99_ms)},
      {"requests_per_cpu_second", ToJson(row.requests_per_cpu_second)}};
  AddIfMeasured("encode_by_timers", row.encode_by_timers, json);
  AddIfMeasured("decode_by_timers", row.decode_by_timers, json);
  AddIfMeasured("encode_by_perf", row.encode_by_perf, json);
  AddIfMeasured("decode_by_perf", row.decode_by_perf, json);
  AddIfMeasured("allocations_per_response", row.allocations_per_response, json);
  AddIfMeasured("allocated_bytes_per_response",
                row.allocated_bytes_per_response, json);
  AddIfMeasured("allocations_in_codec", row.allocations_in_codec, json);
  AddIfMeasured("saving_of_generated", row.saving_of_generated, json);
  AddIfMeasured("saving_by_shares", row.saving_by_shares, json);
  return json;
}

}  // namespace

std::string ToText(const Comparison& comparison) {
  const Table table = MakeTable(comparison);
  std::vector<size_t> widths(table.front().size());
  for (const auto& line : table) {
    for (size_t i = 0; i < line.size(); ++i) {
      widths[i] = std::max(widths[i], Width(line[i]));
    }
  }
  std::string out = Heading(comparison) + "\n";
  for (const auto& line : table) {
    for (size_t i = 0; i < line.size(); ++i) {
      absl::StrAppend(&out, i == 0 ? "" : "   ",
                      Pad(line[i], widths[i], /*left=*/i == 0));
    }
    out += '\n';
  }
  return absl::StrCat(out, "\n", Footer(comparison));
}

std::string ToMarkdown(const Comparison& comparison) {
  const Table table = MakeTable(comparison);
  std::string out = Heading(comparison) + "\n";
  for (size_t i = 0; i < table.size(); ++i) {
    absl::StrAppend(&out, "| ", absl::StrJoin(table[i], " | "), " |\n");
    if (i != 0) continue;
    out += "|---|";
    for (size_t j = 1; j < table[i].size(); ++j) out += "---:|";
    out += '\n';
  }
  return absl::StrCat(out, "\n", Footer(comparison));
}

std::string ToJson(const Comparison& comparison) {
  Json rows = Json::array();
  for (const CodecRow& row : comparison.rows) rows.push_back(ToJson(row));
  const Json json = {{"format", 1},
                     {"workload", comparison.workload},
                     {"machine", comparison.machine},
                     {"commit", comparison.commit},
                     {"versions", comparison.versions},
                     {"candidates", comparison.candidates},
                     {"concurrency", comparison.concurrency},
                     {"codecs", rows}};
  return json.dump(2) + "\n";
}

}  // namespace backwire::profiles
