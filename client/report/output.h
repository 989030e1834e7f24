// Writes reports where the plan wants them.
#ifndef BACKWIRE_CLIENT_REPORT_OUTPUT_H_
#define BACKWIRE_CLIENT_REPORT_OUTPUT_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "client/plan/load_plan.h"
#include "client/report/load_result.h"

namespace backwire::client {

// Writes all of `text` to `path`, or to standard output for "-". The file
// appears complete or not at all. UNAVAILABLE: it could not be written; the
// text has the path and the cause.
absl::Status WriteOutput(const std::string& path, absl::string_view text);

// Fails early, before a long run whose result would then be lost:
// FAILED_PRECONDITION if one of the plan's files cannot be created where it
// should.
absl::Status CheckOutputsWritable(const OutputPlan& plan);

// Every output of the plan. The first error; the others are tried all the same.
absl::Status WriteOutputs(const LoadResult& result);

}  // namespace backwire::client

#endif  // BACKWIRE_CLIENT_REPORT_OUTPUT_H_
