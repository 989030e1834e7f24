// The three forms in which a SavingsReport is shown.
#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "profiles/csv.h"
#include "profiles/savings.h"

namespace backwire::profiles {
namespace {

using Json = nlohmann::ordered_json;

constexpr char kFormula[] = "cores saved = cores × share × (1 − 1 / speed-up)";

std::string SpeedupLine(const char* name,
                        const std::optional<Speedup>& speedup) {
  if (!speedup.has_value()) {
    return absl::StrCat("- ", name, ": not counted (no speed-up)\n");
  }
  std::string line = absl::StrFormat("- %s: %.3g×", name, speedup->value);
  if (speedup->low != speedup->high) {
    absl::StrAppendFormat(&line, " (%.3g to %.3g)", speedup->low,
                          speedup->high);
  }
  return absl::StrCat(line, " — ", speedup->source, "\n");
}

// A pipe would end the cell.
std::string Cell(const std::string& text) {
  return absl::StrReplaceAll(text, {{"|", "\\|"}});
}

std::string Term(const std::optional<Share>& share,
                 const std::optional<Speedup>& speedup) {
  return absl::StrFormat("%.2f %% × (1 − 1 / %.3g)", 100 * share->value,
                         speedup->value);
}

// "120.0 × (36.09 % × (1 − 1 / 7.5) + 4.00 % × (1 − 1 / 2))"
std::string Arithmetic(const WorkloadSavings& row, const Speedups& speedups) {
  std::vector<std::string> terms;
  const CodecShares& shares = row.workload.shares;
  if (row.encode.has_value()) {
    terms.push_back(Term(shares.encode, speedups.encode));
  }
  if (row.decode.has_value()) {
    terms.push_back(Term(shares.decode, speedups.decode));
  }
  if (terms.empty()) return "no share of what is counted";
  const std::string sum = absl::StrJoin(terms, " + ");
  const std::string cores = absl::StrFormat("%.1f × ", row.workload.cores);
  return terms.size() > 1 ? absl::StrCat(cores, "(", sum, ")") : cores + sum;
}

std::string WithBounds(const SavedCores& saved) {
  if (saved.low == saved.high) return absl::StrFormat("%.2f", saved.value);
  return absl::StrFormat("%.2f (%.2f to %.2f)", saved.value, saved.low,
                         saved.high);
}

double SavedShare(const SideSavings& side) {
  return side.cores > 0 ? side.saved.value / side.cores : 0;
}

std::string SideTable(const SideSavings& side, const Speedups& speedups) {
  std::string out =
      absl::StrCat("\n| ", side.side, " | cores | arithmetic | cores saved |\n",
                   "|---|---:|---|---:|\n");
  for (const WorkloadSavings& row : side.workloads) {
    absl::StrAppendFormat(&out, "| %s | %.1f | %s | %s |\n",
                          Cell(row.workload.name), row.workload.cores,
                          Arithmetic(row, speedups), WithBounds(row.saved));
  }
  absl::StrAppendFormat(
      &out, "| **total** | **%.1f** | %.2f %% of all | **%s** |\n", side.cores,
      100 * SavedShare(side), WithBounds(side.saved));
  return out;
}

std::string Number(const std::optional<double>& value) {
  return value.has_value() ? absl::StrFormat("%.6g", *value) : "";
}

std::optional<double> Value(const std::optional<Share>& share) {
  return share.has_value() ? std::optional(share->value) : std::nullopt;
}

std::optional<double> Value(const std::optional<Speedup>& speedup) {
  return speedup.has_value() ? std::optional(speedup->value) : std::nullopt;
}

std::optional<double> Value(const std::optional<SavedCores>& saved) {
  return saved.has_value() ? std::optional(saved->value) : std::nullopt;
}

std::string CsvRowOf(const std::string& side, const WorkloadSavings& row,
                     const Speedups& speedups) {
  const Workload& workload = row.workload;
  return absl::StrJoin(
             {side, CsvField(workload.name), Number(workload.cores),
              Number(Value(workload.shares.encode)),
              Number(Value(speedups.encode)), Number(Value(row.encode)),
              Number(Value(workload.shares.decode)),
              Number(Value(speedups.decode)), Number(Value(row.decode)),
              Number(row.saved.value), Number(row.saved.low),
              Number(row.saved.high)},
             ",") +
         "\n";
}

Json ToJson(const SavedCores& saved) {
  return {{"cores", saved.value}, {"low", saved.low}, {"high", saved.high}};
}

Json ToJson(const Share& share) {
  return {{"share", share.value}, {"low", share.low}, {"high", share.high}};
}

Json ToJson(const Speedup& speedup) {
  return {{"value", speedup.value},
          {"low", speedup.low},
          {"high", speedup.high},
          {"source", speedup.source}};
}

template <typename Value>
void AddIfKnown(const char* name, const std::optional<Value>& value,
                Json& json) {
  if (value.has_value()) json[name] = ToJson(*value);
}

Json ToJson(const SideSavings& side) {
  Json workloads = Json::array();
  for (const WorkloadSavings& row : side.workloads) {
    Json json = {{"workload", row.workload.name},
                 {"cores", row.workload.cores}};
    AddIfKnown("encode_share", row.workload.shares.encode, json);
    AddIfKnown("encode_saved", row.encode, json);
    AddIfKnown("decode_share", row.workload.shares.decode, json);
    AddIfKnown("decode_saved", row.decode, json);
    json["saved"] = ToJson(row.saved);
    workloads.push_back(std::move(json));
  }
  return {{"cores", side.cores},
          {"saved", ToJson(side.saved)},
          {"saved_share", SavedShare(side)},
          {"workloads", workloads}};
}

}  // namespace

std::string ToMarkdown(const SavingsReport& report) {
  std::string out = absl::StrCat(kFormula, "\n\n",
                                 SpeedupLine("encode", report.speedups.encode),
                                 SpeedupLine("decode", report.speedups.decode));
  for (const SideSavings& side : report.sides) {
    out += SideTable(side, report.speedups);
  }
  return out;
}

std::string ToCsv(const SavingsReport& report) {
  std::string out =
      "side,workload,cores,encode_share,encode_speedup,encode_cores_saved,"
      "decode_share,decode_speedup,decode_cores_saved,cores_saved,"
      "cores_saved_low,cores_saved_high\n";
  for (const SideSavings& side : report.sides) {
    for (const WorkloadSavings& row : side.workloads) {
      out += CsvRowOf(side.side, row, report.speedups);
    }
    WorkloadSavings total;
    total.workload.name = "total";
    total.workload.cores = side.cores;
    total.saved = side.saved;
    out += CsvRowOf(side.side, total, {});
  }
  return out;
}

std::string ToJson(const SavingsReport& report) {
  Json json = {{"formula", kFormula}};
  AddIfKnown("encode_speedup", report.speedups.encode, json);
  AddIfKnown("decode_speedup", report.speedups.decode, json);
  for (const SideSavings& side : report.sides) {
    json[side.side] = ToJson(side);
  }
  return json.dump(2) + "\n";
}

}  // namespace backwire::profiles
