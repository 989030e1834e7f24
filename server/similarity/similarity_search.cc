#include "server/similarity/similarity_search.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"

namespace backwire::server {
namespace {

using workload::Catalogue;
using workload::ScoredItem;

// Which counts more is a matter of taste; both parts are 0 to 1.
uint32_t Score(float similarity, float match) {
  const float nearness = std::clamp((1 + similarity) / 2, 0.0f, 1.0f);
  const float score = 0.7f * nearness + 0.3f * std::clamp(match, 0.0f, 1.0f);
  constexpr uint32_t kMost = workload::kScoreUnits - 1;
  return std::min(kMost, static_cast<uint32_t>(std::max(0.0f, score) *
                                               workload::kScoreUnits));
}

}  // namespace

SimilaritySearch::SimilaritySearch(VectorIndex index, FeatureStore features,
                                   uint64_t seed)
    : index_(std::move(index)), features_(std::move(features)), seed_(seed) {}

absl::StatusOr<SimilaritySearch> SimilaritySearch::Make(
    const Catalogue& catalogue, uint64_t seed) {
  if (catalogue.size() > kMaxSimilarityItems) {
    return absl::InvalidArgumentError(absl::StrCat(
        "workload SIMILARITY takes catalogues of up to ", kMaxSimilarityItems,
        " items, and this one has ", catalogue.size()));
  }
  std::vector<Embedding> embeddings;
  FeatureStore features;
  embeddings.reserve(catalogue.size());
  for (size_t i = 0; i < catalogue.size(); ++i) {
    const std::string& id = catalogue.item(i).id;
    embeddings.push_back(MakeEmbedding(id, seed));
    features.Add(MakeFeatures(id, seed));
  }
  absl::StatusOr<VectorIndex> index = VectorIndex::Make(std::move(embeddings));
  if (!index.ok()) return index.status();
  return SimilaritySearch(*std::move(index), std::move(features), seed);
}

std::vector<ScoredItem> SimilaritySearch::Find(absl::string_view user_id,
                                               size_t count) const {
  const Features user = MakeFeatures(user_id, seed_);
  std::vector<ScoredItem> items;
  items.reserve(count);
  Features decoded;
  for (const Neighbour& neighbour :
       index_.Search(MakeEmbedding(user_id, seed_), count)) {
    features_.Decode(neighbour.item, &decoded);
    items.push_back(
        {neighbour.item, Score(neighbour.similarity, Match(user, decoded))});
  }
  std::sort(items.begin(), items.end(),
            [](const ScoredItem& a, const ScoredItem& b) {
              if (a.score != b.score) return a.score > b.score;
              return a.item < b.item;
            });
  return items;
}

}  // namespace backwire::server
