#include "client/rpc/request_set.h"

#include <google/protobuf/util/json_util.h>

#include <fstream>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace backwire::client {
namespace {

using candidates::v1::GenerateRequest;

std::vector<GenerateRequest> MadeRequests(const RequestPlan& plan) {
  std::vector<GenerateRequest> requests(plan.users);
  for (int i = 0; i < plan.users; ++i) {
    requests[i].set_user_id(plan.user_id.empty()
                                ? absl::StrFormat("user-%04d", i + 1)
                                : plan.user_id);
    requests[i].set_candidate_count(plan.candidates);
    requests[i].set_chunk_size(plan.chunk_size);
  }
  return requests;
}

absl::StatusOr<std::vector<GenerateRequest>> ReadRequests(
    const std::string& path) {
  std::ifstream file(path);
  if (!file) {
    return absl::InvalidArgumentError(
        absl::StrCat("--requests=", path, ": the file cannot be read"));
  }
  std::vector<GenerateRequest> requests;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    const auto status = google::protobuf::util::JsonStringToMessage(
        line, &requests.emplace_back());
    if (!status.ok()) {
      return absl::InvalidArgumentError(absl::StrCat(
          path, ":", number,
          ": not a GenerateRequest in JSON: ", std::string(status.message())));
    }
  }
  if (file.bad() || requests.empty()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--requests=", path, ": the file has no request, one a line"));
  }
  return requests;
}

}  // namespace

RequestSet::RequestSet(std::vector<GenerateRequest> requests)
    : requests_(std::move(requests)) {
  for (const GenerateRequest& request : requests_) {
    bytes_.push_back(static_cast<int64_t>(request.ByteSizeLong()));
  }
}

absl::StatusOr<RequestSet> MakeRequests(const RequestPlan& plan) {
  if (plan.file.empty()) return RequestSet(MadeRequests(plan));
  auto requests = ReadRequests(plan.file);
  if (!requests.ok()) return requests.status();
  return RequestSet(*std::move(requests));
}

}  // namespace backwire::client
