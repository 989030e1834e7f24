#include "client/report/output.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "client/report/json_report.h"
#include "client/report/summary.h"

namespace backwire::client {
namespace {

absl::Status FileError(const std::string& path) {
  return absl::UnavailableError(
      absl::StrCat("cannot write ", path, ": ", std::strerror(errno)));
}

bool WriteAll(std::FILE* file, absl::string_view text) {
  return std::fwrite(text.data(), 1, text.size(), file) == text.size() &&
         std::fflush(file) == 0;
}

std::string FolderOf(const std::string& path) {
  const size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

}  // namespace

absl::Status WriteOutput(const std::string& path, absl::string_view text) {
  if (path == "-") {
    return WriteAll(stdout, text) ? absl::OkStatus() : FileError("stdout");
  }
  // Devices and pipes must be written in place.
  const bool in_place =
      access(path.c_str(), F_OK) == 0 && path.rfind("/dev/", 0) == 0;
  const std::string written =
      in_place ? path : absl::StrCat(path, ".", getpid(), ".part");
  std::FILE* file = std::fopen(written.c_str(), "w");
  if (file == nullptr) return FileError(path);
  const bool complete = WriteAll(file, text);
  absl::Status status = complete ? absl::OkStatus() : FileError(path);
  if (std::fclose(file) != 0 && status.ok()) status = FileError(path);
  if (in_place) return status;
  if (status.ok() && std::rename(written.c_str(), path.c_str()) != 0) {
    status = FileError(path);
  }
  if (!status.ok()) std::remove(written.c_str());
  return status;
}

absl::Status CheckOutputsWritable(const OutputPlan& plan) {
  for (const std::string& path :
       {plan.json_file, plan.csv_file, plan.markdown_file, plan.html_file}) {
    if (path.empty() || path == "-") continue;
    const std::string folder = FolderOf(path);
    if (access(folder.c_str(), W_OK | X_OK) != 0) {
      return absl::FailedPreconditionError(
          absl::StrCat("cannot write ", path, ": folder ", folder, ": ",
                       std::strerror(errno)));
    }
  }
  return absl::OkStatus();
}

absl::Status WriteOutputs(const LoadResult& result) {
  const OutputPlan& plan = result.plan.output;
  absl::Status status;
  if (!plan.quiet) status.Update(WriteOutput("-", Summary(result)));
  if (!plan.json_file.empty()) {
    status.Update(WriteOutput(plan.json_file, ToJson(result)));
  }
  return status;
}

}  // namespace backwire::client
