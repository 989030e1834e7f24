// The three forms in which a Difference is shown.
#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "profiles/difference.h"

namespace backwire::profiles {
namespace {

using Json = nlohmann::ordered_json;

struct Row {
  std::string name;
  Share before;
  Share after;
  ShareChange change;
};

template <typename Key>
Row MakeRow(absl::string_view name, const Difference& difference,
            const Key& key) {
  const Share before = difference.before.Of(key);
  const Share after = difference.after.Of(key);
  return {std::string(name), before, after, Change(before, after)};
}

std::vector<Row> DisjointRows(const Difference& difference) {
  std::vector<Row> rows;
  for (int i = 0; i < kPartCount; ++i) {
    const Part part = static_cast<Part>(i);
    rows.push_back(MakeRow(ToString(part), difference, part));
  }
  return rows;
}

std::vector<Row> CumulativeRows(const Difference& difference) {
  std::vector<Row> rows;
  for (int i = 0; i < kCumulativeCount; ++i) {
    const Cumulative share = static_cast<Cumulative>(i);
    rows.push_back(MakeRow(ToString(share), difference, share));
  }
  return rows;
}

bool IsEmpty(const Row& row) {
  return row.before.value == 0 && row.after.value == 0;
}

const char* Verdict(const Row& row) {
  if (row.change.IsNoise()) return "no difference";
  return row.change.value < 0 ? "less" : "more";
}

std::string Heading(const Difference& difference) {
  return absl::StrFormat(
      "%s: %d samples before, %d after. Shares in %%, changes in points; in "
      "brackets the 95 %% confidence interval. \"no difference\": the sampling "
      "alone explains it.\n",
      difference.kind == ProfileKind::kCpu ? "CPU" : "Allocated objects",
      difference.before.samples, difference.after.samples);
}

std::string Interval(const ShareChange& change) {
  return absl::StrFormat("%+.2f (%+.2f to %+.2f)", 100 * change.value,
                         100 * change.low, 100 * change.high);
}

std::string TextRows(const std::vector<Row>& rows) {
  std::string out;
  for (const Row& row : rows) {
    if (IsEmpty(row)) continue;
    absl::StrAppendFormat(&out, "  %-20s %6.2f -> %6.2f  %-27s %s\n", row.name,
                          100 * row.before.value, 100 * row.after.value,
                          Interval(row.change), Verdict(row));
  }
  return out;
}

std::string MarkdownRows(const char* heading, const std::vector<Row>& rows) {
  std::string out = absl::StrCat(
      "\n| ", heading, " | before, % | after, % | change, points | |\n",
      "|---|---:|---:|---:|---|\n");
  for (const Row& row : rows) {
    if (IsEmpty(row)) continue;
    absl::StrAppendFormat(&out, "| %s | %.2f | %.2f | %s | %s |\n", row.name,
                          100 * row.before.value, 100 * row.after.value,
                          Interval(row.change), Verdict(row));
  }
  return out;
}

Json ToJson(const std::vector<Row>& rows) {
  Json json = Json::object();
  for (const Row& row : rows) {
    json[row.name] = {
        {"before", row.before.value}, {"after", row.after.value},
        {"change", row.change.value}, {"low", row.change.low},
        {"high", row.change.high},    {"is_noise", row.change.IsNoise()}};
  }
  return json;
}

}  // namespace

std::string ToText(const Difference& difference) {
  return absl::StrCat(Heading(difference), " disjoint, adds up to 100 %:\n",
                      TextRows(DisjointRows(difference)),
                      " cumulative, overlaps:\n",
                      TextRows(CumulativeRows(difference)));
}

std::string ToMarkdown(const Difference& difference) {
  return absl::StrCat(
      Heading(difference),
      MarkdownRows("disjoint, adds up to 100 %", DisjointRows(difference)),
      MarkdownRows("cumulative, overlaps", CumulativeRows(difference)));
}

std::string ToJson(const Difference& difference) {
  const Json json = {
      {"kind", difference.kind == ProfileKind::kCpu ? "cpu" : "allocations"},
      {"samples_before", difference.before.samples},
      {"samples_after", difference.after.samples},
      {"disjoint", ToJson(DisjointRows(difference))},
      {"cumulative", ToJson(CumulativeRows(difference))}};
  return json.dump(2) + "\n";
}

}  // namespace backwire::profiles
