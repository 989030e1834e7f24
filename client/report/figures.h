// The figures of a result that tables and comparisons show, taken from its JSON
// form, so that a file read back says the same as a run that just ended.
#ifndef BACKWIRE_CLIENT_REPORT_FIGURES_H_
#define BACKWIRE_CLIENT_REPORT_FIGURES_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace backwire::client {

struct Figure {
  enum Kind { kCount, kNumber, kNanoseconds, kSeconds, kBytes };
  enum Better { kHigher, kLower, kNeither };

  std::string key;  // for machines: "latency_p99_ns"
  std::string label;
  Kind kind;
  Better better;
  double value;

  std::string Text() const;  // with its unit, for people
};

// The one thing that a table says about a run beside its figures.
struct RunDescription {
  std::string name;
  std::string started_at;
  std::string codec;
  std::string loop;         // "closed, 8 calls" or "open, 100@10s"
  std::string request;      // "generate, 2000 candidates"
  std::string connections;  // that really stood; "" in results of old
  std::string ending;       // "completed", and why the run is void, if it is
  bool sound = true;        // completed, nothing failed, and not void
};

// The calls that ended with one gRPC status.
struct StatusFigure {
  std::string name;  // "UNAVAILABLE"
  double calls;
  std::string messages;  // the first different ones; "" for OK
};

struct RunFigures {
  RunDescription description;
  std::vector<Figure> figures;         // always the same ones in the same order
  std::vector<StatusFigure> statuses;  // that were seen, by their code
  // Of the latency histogram: upper bound in ns and calls, rising.
  std::vector<std::pair<double, double>> latency_buckets;
};

// `json` is what ToJson() wrote. INVALID_ARGUMENT: it is not; the text says
// which part is missing.
absl::StatusOr<RunFigures> ReadFigures(const std::string& json);

}  // namespace backwire::client

#endif  // BACKWIRE_CLIENT_REPORT_FIGURES_H_
