// Reads tables of comma-separated values, as spreadsheets and monitoring export
// them: fields may stand in double quotes, in which "" is one quote.
#ifndef BACKWIRE_PROFILES_CSV_H_
#define BACKWIRE_PROFILES_CSV_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace backwire::profiles {

struct CsvRow {
  int line = 0;                     // in the file, from 1; the heading has one
  std::vector<std::string> fields;  // as many as there are columns
};

struct CsvTable {
  std::string path;  // for error texts
  std::vector<std::string> columns;
  std::vector<CsvRow> rows;

  // The index of the column, or -1.
  int ColumnIndex(absl::string_view name) const;

  // The field, or "" if there is no such column.
  absl::string_view Field(const CsvRow& row, absl::string_view column) const;

  // INVALID_ARGUMENT with file, line and column before `what`.
  absl::Status Error(const CsvRow& row, absl::string_view column,
                     absl::string_view what) const;
};

// Blanks around fields, empty lines, lines that begin with '#' and a byte order
// mark are left out. The first line that remains names the columns.
//
// NOT_FOUND: the file cannot be opened. INVALID_ARGUMENT, with the line: a row
// has another number of fields than the heading, a quote is not closed, a
// column is named twice, or there are no rows.
absl::StatusOr<CsvTable> ReadCsv(const std::string& path);

// A field as it stands in such a file.
std::string CsvField(absl::string_view text);

}  // namespace backwire::profiles

#endif  // BACKWIRE_PROFILES_CSV_H_
