#include "server/generation/candidate_generator.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "proto/workload/generate.h"

namespace backwire::server {
namespace {

using candidates::v1::GenerateRequest;
using candidates::v1::GenerateResponse;

absl::Status OutOfRange(absl::string_view what, int64_t value, int64_t min,
                        int64_t max) {
  return absl::InvalidArgumentError(absl::StrCat(
      "GenerateRequest.", what, " is ", value, "; give ", min, " to ", max));
}

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

CandidateGenerator::CandidateGenerator(workload::Catalogue catalogue,
                                       const GenerationLimits& limits)
    : catalogue_(std::move(catalogue)), limits_(limits) {}

CandidateGenerator::CandidateGenerator(workload::Catalogue catalogue,
                                       SimilaritySearch search,
                                       const GenerationLimits& limits)
    : catalogue_(std::move(catalogue)),
      search_(std::move(search)),
      limits_(limits) {}

absl::Status CandidateGenerator::CheckUnary(
    const GenerateRequest& request) const {
  const int count = request.candidate_count();
  if (count < 1 || count > limits_.max_candidates) {
    return OutOfRange("candidate_count", count, 1, limits_.max_candidates);
  }
  if (static_cast<size_t>(count) > catalogue_.size()) {
    return absl::InvalidArgumentError(
        absl::StrCat("GenerateRequest.candidate_count is ", count,
                     ", but this server's catalogue has only ",
                     catalogue_.size(), " items"));
  }
  const absl::Status status = CheckUserId(request);
  return status.ok() ? CheckContext(request) : status;
}

absl::Status CandidateGenerator::CheckStream(
    const GenerateRequest& request) const {
  const absl::Status status = CheckUnary(request);
  if (!status.ok()) return status;
  const int chunk = request.chunk_size();
  if (chunk >= 0 && chunk <= request.candidate_count()) return status;
  return OutOfRange("chunk_size", chunk, 0, request.candidate_count());
}

int CandidateGenerator::ChunkSize(const GenerateRequest& request) const {
  if (request.chunk_size() > 0) return request.chunk_size();
  return std::min(limits_.default_chunk_size, request.candidate_count());
}

Choice CandidateGenerator::Choose(const GenerateRequest& request) const {
  if (!search_.has_value()) return {};
  return search_->Find(request.user_id(), request.candidate_count());
}

void CandidateGenerator::Fill(const GenerateRequest& request,
                              const Choice& choice, int first, int count,
                              GenerateResponse* response) const {
  if (search_.has_value()) {
    workload::GenerateCandidates(catalogue_, request.user_id(), choice, first,
                                 count, response);
  } else {
    workload::GenerateCandidates(catalogue_, request.user_id(), first, count,
                                 response);
  }
}

void CandidateGenerator::Build(
    const GenerateRequest& request, const Choice& choice, int first, int count,
    candidates::v1::GenerateResponseBuilder* response) const {
  if (search_.has_value()) {
    workload::BuildCandidates(catalogue_, request.user_id(), choice, first,
                              count, response);
  } else {
    workload::BuildCandidates(catalogue_, request.user_id(), first, count,
                              response);
  }
}

}  // namespace backwire::server
