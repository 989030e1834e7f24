#include "proto/workload/generate.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>

#include "proto/workload/random.h"

namespace backwire::workload {
namespace {

using candidates::v1::Candidate;
using candidates::v1::CandidateBuilder;
using candidates::v1::GenerateResponse;
using candidates::v1::GenerateResponseBuilder;

// What is fixed by the user and the catalogue: where in the catalogue the best
// candidate stands (the others follow it, round the end), and the scores.
class UserRanking {
 public:
  UserRanking(const Catalogue& catalogue, absl::string_view user_id)
      : catalogue_(catalogue),
        seed_(HashText(user_id) ^ catalogue.fingerprint()),
        start_(Mix64(seed_) % catalogue.size()),
        top_score_(uint64_t{kScoreUnits} * 8 / 10 +
                   Mix64(seed_ + 1) % (kScoreUnits / 5)),
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

// The same of a choice that was made elsewhere.
class ChosenRanking {
 public:
  ChosenRanking(const Catalogue& catalogue, absl::string_view user_id,
                absl::Span<const ScoredItem> chosen)
      : catalogue_(catalogue),
        seed_(HashText(user_id) ^ catalogue.fingerprint()),
        chosen_(chosen) {}

  const CatalogueItem& item(int rank) const {
    return catalogue_.item(chosen_[rank].item);
  }
  uint64_t ScoreUnits(int rank) const { return chosen_[rank].score; }
  uint64_t seed() const { return seed_; }

 private:
  const Catalogue& catalogue_;
  const uint64_t seed_;
  const absl::Span<const ScoredItem> chosen_;
};

constexpr size_t kMaxRankChars = 10;  // of an int

// Writes "0.6509505". The two halves do not wait for each other.
constexpr size_t kScoreChars = 9;
void WriteDigits(uint32_t left, char* begin, char* end) {
  for (; end != begin; left /= 10) *--end = static_cast<char>('0' + left % 10);
}
void WriteScore(uint64_t units, char* out) {
  out[0] = '0';
  out[1] = '.';
  const auto digits = static_cast<uint32_t>(units);
  WriteDigits(digits / 10000, out + 2, out + 5);
  WriteDigits(digits % 10000, out + 5, out + kScoreChars);
}

template <class Ranking>
void FillCandidate(const Ranking& ranking, int rank, Candidate* candidate) {
  const CatalogueItem& item = ranking.item(rank);
  candidate->set_id(item.id);
  auto& metadata = *candidate->mutable_metadata();
  std::string& score = metadata["relevance_score"];
  score.resize(kScoreChars);
  WriteScore(ranking.ScoreUnits(rank), score.data());
  metadata["cursor"] = item.cursor;
  metadata["catalog_id"] = item.catalog_id;
  metadata["product_id"] = item.product_id;
  metadata["source_tag"] = item.source_tag;
  metadata["rank"] = std::to_string(rank + 1);
}

template <class Ranking>
void BuildCandidate(const Ranking& ranking, int rank,
                    CandidateBuilder* candidate) {
  const CatalogueItem& item = ranking.item(rank);
  candidate->set_id(item.id);
  char score[kScoreChars];
  WriteScore(ranking.ScoreUnits(rank), score);
  candidate->add_metadata("relevance_score", {score, kScoreChars});
  candidate->add_metadata("cursor", item.cursor);
  candidate->add_metadata("catalog_id", item.catalog_id);
  candidate->add_metadata("product_id", item.product_id);
  candidate->add_metadata("source_tag", item.source_tag);
  char digits[kMaxRankChars];
  char* const end = std::to_chars(digits, digits + kMaxRankChars, rank + 1).ptr;
  candidate->add_metadata("rank", {digits, static_cast<size_t>(end - digits)});
}

// 128 to 16,383, what two bytes of a varint can hold and one cannot.
int32_t ModelVersion(const Catalogue& catalogue) {
  constexpr uint64_t kLowest = 128, kCount = 16'384 - kLowest;
  return static_cast<int32_t>(kLowest + catalogue.fingerprint() % kCount);
}

std::string ResponseId(uint64_t seed) {
  return MakeUuid(Mix64(seed + 2), Mix64(seed + 3));
}

template <class Ranking>
void Generate(const Catalogue& catalogue, const Ranking& ranking, int first,
              int count, GenerateResponse* response) {
  response->Clear();
  response->set_response_id(ResponseId(ranking.seed()));
  response->set_model_version(ModelVersion(catalogue));
  response->mutable_candidates()->Reserve(count);
  for (int rank = first; rank < first + count; ++rank) {
    FillCandidate(ranking, rank, response->add_candidates());
  }
}

template <class Ranking>
void Build(const Catalogue& catalogue, const Ranking& ranking, int first,
           int count, GenerateResponseBuilder* response) {
  for (int rank = first; rank < first + count; ++rank) {
    CandidateBuilder candidate = response->add_candidates();
    BuildCandidate(ranking, rank, &candidate);
  }
  response->set_response_id(ResponseId(ranking.seed()));
  response->set_model_version(ModelVersion(catalogue));
}

}  // namespace

void GenerateCandidates(const Catalogue& catalogue, absl::string_view user_id,
                        int first, int count, GenerateResponse* response) {
  Generate(catalogue, UserRanking(catalogue, user_id), first, count, response);
}

void GenerateCandidates(const Catalogue& catalogue, absl::string_view user_id,
                        absl::Span<const ScoredItem> chosen, int first,
                        int count, GenerateResponse* response) {
  Generate(catalogue, ChosenRanking(catalogue, user_id, chosen), first, count,
           response);
}

void BuildCandidates(const Catalogue& catalogue, absl::string_view user_id,
                     int first, int count, GenerateResponseBuilder* response) {
  Build(catalogue, UserRanking(catalogue, user_id), first, count, response);
}

void BuildCandidates(const Catalogue& catalogue, absl::string_view user_id,
                     absl::Span<const ScoredItem> chosen, int first, int count,
                     GenerateResponseBuilder* response) {
  Build(catalogue, ChosenRanking(catalogue, user_id, chosen), first, count,
        response);
}

GenerateResponse MakeReferenceResponse(int candidate_count) {
  const size_t size = std::max<size_t>(kDefaultCatalogueSize, candidate_count);
  GenerateResponse response;
  GenerateCandidates(MakeReferenceCatalogue(size, kDefaultCatalogueSeed),
                     kReferenceUserId, 0, candidate_count, &response);
  return response;
}

}  // namespace backwire::workload
