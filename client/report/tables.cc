#include "client/report/tables.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "client/report/latency_chart.h"

namespace backwire::client {
namespace {

using Row = std::pair<std::string, std::string>;

std::vector<Row> DescriptionRows(const RunDescription& run) {
  return {{"name", run.name},       {"started_at", run.started_at},
          {"codec", run.codec},     {"loop", run.loop},
          {"request", run.request}, {"connections", run.connections},
          {"ending", run.ending}};
}

// Quoted only where it must be.
std::string CsvField(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  return absl::StrCat("\"", absl::StrReplaceAll(text, {{"\"", "\"\""}}), "\"");
}

std::string MarkdownCell(const std::string& text) {
  return absl::StrReplaceAll(text, {{"|", "\\|"}, {"\n", " "}});
}

std::string Calls(double count) { return absl::StrFormat("%.0f", count); }

// In one field, so that all runs have the same ones: "OK=3 UNAVAILABLE=1".
std::string StatusField(const std::vector<StatusFigure>& statuses) {
  return absl::StrJoin(
      statuses, " ", [](std::string* out, const StatusFigure& status) {
        absl::StrAppend(out, status.name, "=", Calls(status.calls));
      });
}

std::string CallsAndMessages(const StatusFigure& status) {
  const std::string calls = Calls(status.calls);
  if (status.messages.empty()) return calls;
  return absl::StrCat(calls, ": ", status.messages);
}

// All that is known of a run, for people.
std::vector<Row> AllRows(const RunFigures& run) {
  std::vector<Row> rows = DescriptionRows(run.description);
  for (const Figure& figure : run.figures) {
    rows.emplace_back(figure.label, figure.Text());
  }
  for (const StatusFigure& status : run.statuses) {
    rows.emplace_back("status " + status.name, CallsAndMessages(status));
  }
  return rows;
}

// The calls of `run` that ended so.
double CallsOf(const RunFigures& run, const std::string& status_name) {
  for (const StatusFigure& status : run.statuses) {
    if (status.name == status_name) return status.calls;
  }
  return 0;
}

// The statuses of both runs, each once.
std::vector<std::string> StatusNames(const RunFigures& before,
                                     const RunFigures& after) {
  std::vector<std::string> names;
  for (const RunFigures* run : {&before, &after}) {
    for (const StatusFigure& status : run->statuses) {
      if (std::find(names.begin(), names.end(), status.name) == names.end()) {
        names.push_back(status.name);
      }
    }
  }
  return names;
}

std::string Change(const Figure& before, const Figure& after) {
  if (before.value == 0) return after.value == 0 ? "=" : "new";
  const double ratio = after.value / before.value;
  std::string text = absl::StrFormat("%.3fx", ratio);
  if (before.better == Figure::kNeither || ratio == 1) return text;
  const bool better = (ratio > 1) == (before.better == Figure::kHigher);
  return absl::StrCat(text, better ? " better" : " worse");
}

std::string Notes(const RunDescription& before, const RunDescription& after) {
  std::string notes;
  const std::pair<const char*, const RunDescription*> runs[] = {
      {"first", &before}, {"second", &after}};
  for (const auto& [name, run] : runs) {
    if (run->sound) continue;
    absl::StrAppend(&notes, "The ", name, " run is not sound: ", run->ending,
                    " (see its failures).\n");
  }
  if (before.loop != after.loop || before.request != after.request) {
    absl::StrAppend(&notes, "The runs did different things: ", before.request,
                    "; ", before.loop, " against ", after.request, "; ",
                    after.loop, ".\n");
  }
  return notes;
}

}  // namespace

std::string ToCsv(const RunFigures& run) {
  std::vector<std::string> names, values;
  for (const auto& [name, value] : DescriptionRows(run.description)) {
    names.push_back(name);
    values.push_back(CsvField(value));
  }
  for (const Figure& figure : run.figures) {
    names.push_back(figure.key);
    values.push_back(absl::StrFormat("%.10g", figure.value));
  }
  names.push_back("statuses");
  values.push_back(StatusField(run.statuses));
  return absl::StrCat(absl::StrJoin(names, ","), "\n",
                      absl::StrJoin(values, ","), "\n");
}

std::string ToMarkdown(const RunFigures& run) {
  std::string text = "| | |\n|---|---:|\n";
  for (const auto& [label, value] : AllRows(run)) {
    absl::StrAppend(&text, "| ", label, " | ", MarkdownCell(value), " |\n");
  }
  return text;
}

std::string ToHtml(const RunFigures& run) {
  std::string rows;
  for (const auto& [label, value] : AllRows(run)) {
    absl::StrAppend(&rows, "<tr><th>", EscapeHtml(label), "</th><td>",
                    EscapeHtml(value), "</td></tr>\n");
  }
  return absl::StrCat(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<title>backwire-client</title>\n<style>\n"
      "body { font: 15px sans-serif; margin: 2em; max-width: 60em }\n"
      "th { text-align: left; font-weight: normal; padding-right: 2em }\n"
      "td { text-align: right; font-variant-numeric: tabular-nums }\n"
      "tr:nth-child(odd) { background: #f2f2f2 }\n"
      "</style></head><body>\n<h1>Load run</h1>\n",
      LatencyChart(run.latency_buckets), "<table>\n", rows,
      "</table>\n</body></html>\n");
}

std::string CompareRuns(const RunFigures& before, const RunFigures& after) {
  std::string text =
      "| | first | second | second / first |\n|---|---:|---:|---:|\n";
  const std::vector<Row> first = DescriptionRows(before.description);
  const std::vector<Row> second = DescriptionRows(after.description);
  for (size_t i = 0; i < first.size(); ++i) {
    absl::StrAppend(&text, "| ", first[i].first, " | ",
                    MarkdownCell(first[i].second), " | ",
                    MarkdownCell(second[i].second), " | |\n");
  }
  for (size_t i = 0; i < before.figures.size(); ++i) {
    absl::StrAppend(&text, "| ", before.figures[i].label, " | ",
                    before.figures[i].Text(), " | ", after.figures[i].Text(),
                    " | ", Change(before.figures[i], after.figures[i]), " |\n");
  }
  for (const std::string& name : StatusNames(before, after)) {
    absl::StrAppend(&text, "| status ", MarkdownCell(name), " | ",
                    Calls(CallsOf(before, name)), " | ",
                    Calls(CallsOf(after, name)), " | |\n");
  }
  const std::string notes = Notes(before.description, after.description);
  return notes.empty() ? text : absl::StrCat(text, "\n", notes);
}

}  // namespace backwire::client
