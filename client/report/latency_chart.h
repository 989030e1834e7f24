// A chart of latencies as SVG text.
#ifndef BACKWIRE_CLIENT_REPORT_LATENCY_CHART_H_
#define BACKWIRE_CLIENT_REPORT_LATENCY_CHART_H_

#include <string>
#include <utility>
#include <vector>

namespace backwire::client {

// Bars of calls over latency, the latency on a logarithmic axis; empty when
// there are no calls. Buckets are (upper bound in ns, calls), rising.
std::string LatencyChart(const std::vector<std::pair<double, double>>& buckets);

std::string EscapeHtml(const std::string& text);

}  // namespace backwire::client

#endif  // BACKWIRE_CLIENT_REPORT_LATENCY_CHART_H_
