#include "server/generation/request_check.h"

#include "absl/strings/str_cat.h"

namespace backwire::server {
namespace {

using candidates::v1::GenerateRequest;

absl::Status CheckUserId(const GenerateRequest& request) {
  const size_t size = request.user_id().size();
  if (size >= 1 && size <= kMaxUserIdBytes) return absl::OkStatus();
  return OutOfRange("user_id length in bytes", size, 1, kMaxUserIdBytes);
}

absl::Status CheckContext(const GenerateRequest& request) {
  if (request.context_size() > kMaxContextEntries) {
    return OutOfRange("context size", request.context_size(), 0,
                      kMaxContextEntries);
  }
  for (const auto& [key, value] : request.context()) {
    if (key.empty() || key.size() > kMaxContextKeyBytes) {
      return OutOfRange("context key length in bytes", key.size(), 1,
                        kMaxContextKeyBytes);
    }
    if (value.size() > kMaxContextValueBytes) {
      return OutOfRange("context value length in bytes", value.size(), 0,
                        kMaxContextValueBytes);
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status OutOfRange(absl::string_view field, int64_t value, int64_t min,
                        int64_t max) {
  return absl::InvalidArgumentError(absl::StrCat(
      "GenerateRequest.", field, " is ", value, "; give ", min, " to ", max));
}

absl::Status CheckRequest(const GenerateRequest& request, int max_candidates) {
  const int count = request.candidate_count();
  if (count < 1 || count > max_candidates) {
    return OutOfRange("candidate_count", count, 1, max_candidates);
  }
  const absl::Status status = CheckUserId(request);
  return status.ok() ? CheckContext(request) : status;
}

}  // namespace backwire::server
