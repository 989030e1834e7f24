// What the service computes, apart from RPCs: checks a request and fills
// responses. What it accepts is what candidates.proto states.
#ifndef BACKWIRE_SERVER_GENERATION_CANDIDATE_GENERATOR_H_
#define BACKWIRE_SERVER_GENERATION_CANDIDATE_GENERATOR_H_

#include <cstddef>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "candidates/v1/candidates.backwire_builder.h"
#include "candidates/v1/candidates.pb.h"
#include "proto/workload/catalogue.h"
#include "proto/workload/generate.h"
#include "server/similarity/similarity_search.h"

namespace backwire::server {

struct GenerationLimits {
  int max_candidates = 5000;
  int default_chunk_size = 500;
};

// The candidates of one call, if they come from a search; empty if they follow
// from the user's id alone.
using Choice = std::vector<workload::ScoredItem>;

// Immutable and thread-safe.
class CandidateGenerator {
 public:
  // Candidates follow from the user's id.
  CandidateGenerator(workload::Catalogue catalogue,
                     const GenerationLimits& limits);

  // Candidates come from a search, which was made from this catalogue.
  CandidateGenerator(workload::Catalogue catalogue, SimilaritySearch search,
                     const GenerationLimits& limits);

  // INVALID_ARGUMENT, with the field and its limit in the text.
  absl::Status CheckUnary(const candidates::v1::GenerateRequest& request) const;
  absl::Status CheckStream(
      const candidates::v1::GenerateRequest& request) const;

  // The candidates in one message of a stream. REQUIRES: CheckStream passed.
  int ChunkSize(const candidates::v1::GenerateRequest& request) const;

  // Searches for the request's candidates: once a call, before Fill() or
  // Build(). REQUIRES: a check passed.
  Choice Choose(const candidates::v1::GenerateRequest& request) const;

  // Replaces `response` by the candidates with the ranks first + 1 … first +
  // count. REQUIRES: a check passed, `choice` was made for this request, and
  // the range is within the request's.
  void Fill(const candidates::v1::GenerateRequest& request,
            const Choice& choice, int first, int count,
            candidates::v1::GenerateResponse* response) const;

  // Writes the same to the wire: `response` is a new builder. The same
  // requirements.
  void Build(const candidates::v1::GenerateRequest& request,
             const Choice& choice, int first, int count,
             candidates::v1::GenerateResponseBuilder* response) const;

  size_t catalogue_size() const { return catalogue_.size(); }

 private:
  const workload::Catalogue catalogue_;
  const std::optional<SimilaritySearch> search_;
  const GenerationLimits limits_;
};

}  // namespace backwire::server

#endif  // BACKWIRE_SERVER_GENERATION_CANDIDATE_GENERATOR_H_
