#include "proto/workload/generate.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include "proto/workload/random.h"

namespace backwire::workload {
namespace {

using candidates::v1::Candidate;
using candidates::v1::GenerateResponse;

// A score has seven decimals: it is kept as a count of these units.
constexpr uint64_t kScoreUnits = 10'000'000;

// What is fixed by the user and the catalogue: where in the catalogue the best
// candidate stands (the others follow it, round the end), and the scores.
class Ranking {
 public:
  Ranking(const Catalogue& catalogue, absl::string_view user_id)
      : catalogue_(catalogue),
        seed_(HashText(user_id) ^ catalogue.fingerprint()),
        start_(Mix64(seed_) % catalogue.size()),
        top_score_(kScoreUnits * 8 / 10 + Mix64(seed_ + 1) % (kScoreUnits / 5)),
        score_gap_(top_score_ / catalogue.size()) {}

  const CatalogueItem& item(int rank) const {
    return catalogue_.item((start_ + rank) % catalogue_.size());
  }

  // Falls strictly with the rank (as long as the catalogue has fewer items than
  // there are units), by a step that differs from rank to rank.
  uint64_t ScoreUnits(int rank) const {
    const uint64_t jitter =
        score_gap_ == 0 ? 0 : Mix64(seed_ + rank) % score_gap_;
    return top_score_ - rank * score_gap_ - jitter;
  }

  uint64_t seed() const { return seed_; }

 private:
  const Catalogue& catalogue_;
  const uint64_t seed_;
  const uint64_t start_;
  const uint64_t top_score_;
  const uint64_t score_gap_;
};

// "0.6509505"
void SetScore(uint64_t units, std::string* out) {
  out->assign("0.0000000");
  for (size_t i = out->size() - 1; i > 1; --i, units /= 10) {
    (*out)[i] = static_cast<char>('0' + units % 10);
  }
}

void FillCandidate(const Ranking& ranking, int rank, Candidate* candidate) {
  const CatalogueItem& item = ranking.item(rank);
  candidate->set_id(item.id);
  auto& metadata = *candidate->mutable_metadata();
  SetScore(ranking.ScoreUnits(rank), &metadata["relevance_score"]);
  metadata["cursor"] = item.cursor;
  metadata["catalog_id"] = item.catalog_id;
  metadata["product_id"] = item.product_id;
  metadata["source_tag"] = item.source_tag;
  metadata["rank"] = std::to_string(rank + 1);
}

// 128 to 16,383, what two bytes of a varint can hold and one cannot.
int32_t ModelVersion(const Catalogue& catalogue) {
  constexpr uint64_t kLowest = 128, kCount = 16'384 - kLowest;
  return static_cast<int32_t>(kLowest + catalogue.fingerprint() % kCount);
}

}  // namespace

void GenerateCandidates(const Catalogue& catalogue, absl::string_view user_id,
                        int first, int count, GenerateResponse* response) {
  const Ranking ranking(catalogue, user_id);
  response->Clear();
  response->set_response_id(
      MakeUuid(Mix64(ranking.seed() + 2), Mix64(ranking.seed() + 3)));
  response->set_model_version(ModelVersion(catalogue));
  response->mutable_candidates()->Reserve(count);
  for (int rank = first; rank < first + count; ++rank) {
    FillCandidate(ranking, rank, response->add_candidates());
  }
}

GenerateResponse MakeReferenceResponse(int candidate_count) {
  const size_t size = std::max<size_t>(kDefaultCatalogueSize, candidate_count);
  GenerateResponse response;
  GenerateCandidates(MakeReferenceCatalogue(size, kDefaultCatalogueSeed),
                     kReferenceUserId, 0, candidate_count, &response);
  return response;
}

}  // namespace backwire::workload
