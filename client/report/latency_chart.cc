#include "client/report/latency_chart.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "client/report/summary.h"

namespace backwire::client {
namespace {

constexpr int kBarsPerOctave = 4;
constexpr int kBarWidth = 14;
constexpr int kHeight = 200;
constexpr int kLabelHeight = 20;

// Upper bound of a bar in ns.
double UpperOfBar(int bar) {
  return std::exp2(static_cast<double>(bar) / kBarsPerOctave);
}

int BarOf(double upper_ns) {
  return static_cast<int>(
      std::ceil(std::log2(std::max(upper_ns, 1.0)) * kBarsPerOctave));
}

std::string Bar(int x, double share, double calls, double upper_ns) {
  const double height = std::max(share * kHeight, 1.0);
  return absl::StrFormat(
      "<rect x=\"%d\" y=\"%.1f\" width=\"%d\" height=\"%.1f\" "
      "fill=\"#4a7fb5\"><title>up to %s: %.0f calls</title></rect>\n",
      x, kHeight - height, kBarWidth - 2, height, FormatNanos(upper_ns), calls);
}

std::string Label(int x, double upper_ns) {
  return absl::StrFormat("<text x=\"%d\" y=\"%d\" font-size=\"11\">%s</text>\n",
                         x, kHeight + kLabelHeight - 5, FormatNanos(upper_ns));
}

}  // namespace

std::string LatencyChart(
    const std::vector<std::pair<double, double>>& buckets) {
  std::map<int, double> bars;
  double highest = 0;
  for (const auto& [upper_ns, calls] : buckets) {
    double& bar = bars[BarOf(upper_ns)];
    bar += calls;
    highest = std::max(highest, bar);
  }
  if (bars.empty()) return "";
  const int first = bars.begin()->first;
  const int count = bars.rbegin()->first - first + 1;
  std::string svg = absl::StrFormat(
      "<svg width=\"%d\" height=\"%d\" role=\"img\" "
      "aria-label=\"calls by latency\">\n",
      count * kBarWidth + 60, kHeight + kLabelHeight);
  for (const auto& [bar, calls] : bars) {
    absl::StrAppend(&svg, Bar((bar - first) * kBarWidth, calls / highest, calls,
                              UpperOfBar(bar)));
  }
  for (int bar = first; bar < first + count; bar += 2 * kBarsPerOctave) {
    absl::StrAppend(&svg, Label((bar - first) * kBarWidth, UpperOfBar(bar)));
  }
  return svg + "</svg>\n";
}

std::string EscapeHtml(const std::string& text) {
  return absl::StrReplaceAll(
      text, {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}});
}

}  // namespace backwire::client
