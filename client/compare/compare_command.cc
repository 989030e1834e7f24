#include "client/compare/compare_command.h"

#include <cstdio>
#include <fstream>
#include <sstream>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "client/plan/exit_code.h"
#include "client/report/figures.h"
#include "client/report/tables.h"

namespace backwire::client {
namespace {

absl::StatusOr<RunFigures> ReadRun(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file.good()) {
    return absl::InvalidArgumentError(
        absl::StrCat(path, ": the file cannot be read"));
  }
  absl::StatusOr<RunFigures> run = ReadFigures(text.str());
  if (run.ok()) return run;
  return absl::InvalidArgumentError(
      absl::StrCat(path, ": ", run.status().message()));
}

int Fail(const absl::Status& status) {
  std::fprintf(stderr, "backwire-client: %s\n",
               std::string(status.message()).c_str());
  return kExitUsage;
}

}  // namespace

int RunCompare(const ComparePlan& plan) {
  const absl::StatusOr<RunFigures> before = ReadRun(plan.files[0]);
  if (!before.ok()) return Fail(before.status());
  const absl::StatusOr<RunFigures> after = ReadRun(plan.files[1]);
  if (!after.ok()) return Fail(after.status());
  std::fputs(CompareRuns(*before, *after).c_str(), stdout);
  return kExitOk;
}

}  // namespace backwire::client
