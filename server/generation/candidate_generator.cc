#include "server/generation/candidate_generator.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "proto/workload/generate.h"
#include "server/generation/request_check.h"

namespace backwire::server {
using candidates::v1::GenerateRequest;
using candidates::v1::GenerateResponse;

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
  const absl::Status status = CheckRequest(request, limits_.max_candidates);
  if (!status.ok()) return status;
  const int count = request.candidate_count();
  if (static_cast<size_t>(count) > catalogue_.size()) {
    return absl::InvalidArgumentError(
        absl::StrCat("GenerateRequest.candidate_count is ", count,
                     ", but this server's catalogue has only ",
                     catalogue_.size(), " items"));
  }
  return status;
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
