#include "profiles/csv.h"

#include <algorithm>
#include <fstream>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"

namespace backwire::profiles {
namespace {

// Takes a quoted field off the front of `rest`; false if its quote stays open.
bool TakeQuoted(absl::string_view& rest, std::string& field) {
  rest.remove_prefix(1);
  while (!rest.empty()) {
    const char c = rest.front();
    rest.remove_prefix(1);
    if (c != '"') {
      field += c;
    } else if (absl::ConsumePrefix(&rest, "\"")) {
      field += '"';
    } else {
      return true;
    }
  }
  return false;
}

// False if a quote stays open or text follows one.
bool SplitLine(absl::string_view rest, std::vector<std::string>& fields) {
  while (true) {
    std::string field;
    rest = absl::StripLeadingAsciiWhitespace(rest);
    if (absl::StartsWith(rest, "\"")) {
      if (!TakeQuoted(rest, field)) return false;
      rest = absl::StripLeadingAsciiWhitespace(rest);
      if (!rest.empty() && rest.front() != ',') return false;
    } else {
      const absl::string_view plain = rest.substr(0, rest.find(','));
      field = std::string(absl::StripAsciiWhitespace(plain));
      rest.remove_prefix(plain.size());
    }
    fields.push_back(std::move(field));
    if (!absl::ConsumePrefix(&rest, ",")) return true;
  }
}

absl::Status LineError(const std::string& path, int line,
                       absl::string_view what) {
  return absl::InvalidArgumentError(
      absl::StrCat(path, ", line ", line, ": ", what));
}

absl::Status AddLine(int line, std::vector<std::string> fields,
                     CsvTable& table) {
  if (table.columns.empty()) {
    table.columns = std::move(fields);
    std::vector<std::string> sorted = table.columns;
    std::sort(sorted.begin(), sorted.end());
    const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
    if (twice == sorted.end()) return absl::OkStatus();
    return LineError(table.path, line,
                     absl::StrCat("the column \"", *twice, "\" stands twice"));
  }
  if (fields.size() != table.columns.size()) {
    return LineError(
        table.path, line,
        absl::StrCat(fields.size(), " fields, but the heading has ",
                     table.columns.size()));
  }
  table.rows.push_back({line, std::move(fields)});
  return absl::OkStatus();
}

}  // namespace

int CsvTable::ColumnIndex(absl::string_view name) const {
  const auto found = std::find(columns.begin(), columns.end(), name);
  return found == columns.end() ? -1 : found - columns.begin();
}

absl::string_view CsvTable::Field(const CsvRow& row,
                                  absl::string_view column) const {
  const int index = ColumnIndex(column);
  return index < 0 ? "" : absl::string_view(row.fields[index]);
}

absl::Status CsvTable::Error(const CsvRow& row, absl::string_view column,
                             absl::string_view what) const {
  return LineError(path, row.line,
                   absl::StrCat("column \"", column, "\": ", what));
}

absl::StatusOr<CsvTable> ReadCsv(const std::string& path) {
  std::ifstream file(path);
  if (!file) return absl::NotFoundError(path + ": cannot open the file");
  CsvTable table;
  table.path = path;
  std::string text;
  for (int line = 1; std::getline(file, text); ++line) {
    absl::string_view rest = text;
    if (line == 1) absl::ConsumePrefix(&rest, "\xEF\xBB\xBF");
    rest = absl::StripAsciiWhitespace(rest);
    if (rest.empty() || rest.front() == '#') continue;
    std::vector<std::string> fields;
    if (!SplitLine(rest, fields)) {
      return LineError(path, line, "a quote is not closed, or text follows it");
    }
    absl::Status status = AddLine(line, std::move(fields), table);
    if (!status.ok()) return status;
  }
  if (!table.rows.empty()) return table;
  return absl::InvalidArgumentError(path + ": there are no rows");
}

std::string CsvField(absl::string_view text) {
  const bool plain =
      text.find_first_of(",\"\n\r#") == absl::string_view::npos &&
      text == absl::StripAsciiWhitespace(text);
  if (plain) return std::string(text);
  return absl::StrCat("\"", absl::StrReplaceAll(text, {{"\"", "\"\""}}), "\"");
}

}  // namespace backwire::profiles
