// Results as CSV, Markdown and HTML, and two results side by side.
#ifndef BACKWIRE_CLIENT_REPORT_TABLES_H_
#define BACKWIRE_CLIENT_REPORT_TABLES_H_

#include <string>

#include "client/report/figures.h"

namespace backwire::client {

// A line of names and a line of values, so that the lines of many runs make one
// table.
std::string ToCsv(const RunFigures& run);

std::string ToMarkdown(const RunFigures& run);

// One page that needs nothing else, with a chart of the latencies.
std::string ToHtml(const RunFigures& run);

// A Markdown table: each figure of both runs, and the second over the first.
// Notes below it say what makes the two not comparable.
std::string CompareRuns(const RunFigures& before, const RunFigures& after);

}  // namespace backwire::client

#endif  // BACKWIRE_CLIENT_REPORT_TABLES_H_
