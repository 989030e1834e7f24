#include "server/similarity/vector_index.h"

#include <algorithm>
#include <exception>
#include <numeric>
#include <utility>

#include "absl/strings/str_cat.h"
// The only file that may include it: its functions are not inline.
#include <hnswlib/hnswlib.h>

namespace backwire::server {
namespace {

// Links of an item, and the width of the search for them: at 20,000 items the
// graph takes 2 s, and the search reaches more than 99.9 % of them.
constexpr size_t kLinks = 12;
constexpr size_t kBuildWidth = 60;
// The least width of a search. hnswlib widens it to the number of results.
constexpr size_t kSearchWidth = 64;
constexpr size_t kSeed = 1;

float Similarity(const Embedding& a, const Embedding& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0f);
}

}  // namespace

struct VectorIndex::Graph {
  explicit Graph(size_t size)
      : space(kEmbeddingDimensions),
        index(&space, size, kLinks, kBuildWidth, kSeed) {
    index.setEf(kSearchWidth);
  }

  hnswlib::InnerProductSpace space;
  hnswlib::HierarchicalNSW<float> index;
};

VectorIndex::VectorIndex(std::vector<Embedding> embeddings,
                         std::unique_ptr<Graph> graph)
    : embeddings_(std::move(embeddings)), graph_(std::move(graph)) {}

VectorIndex::VectorIndex(VectorIndex&&) noexcept = default;
VectorIndex::~VectorIndex() = default;

absl::StatusOr<VectorIndex> VectorIndex::Make(
    std::vector<Embedding> embeddings) {
  // hnswlib tells of missing memory by an exception.
  try {
    auto graph = std::make_unique<Graph>(embeddings.size());
    for (size_t i = 0; i < embeddings.size(); ++i) {
      graph->index.addPoint(embeddings[i].data(), i);
    }
    return VectorIndex(std::move(embeddings), std::move(graph));
  } catch (const std::exception& error) {
    return absl::ResourceExhaustedError(
        absl::StrCat("the search graph of ", embeddings.size(),
                     " items cannot be built: ", error.what()));
  }
}

std::vector<Neighbour> VectorIndex::Search(const Embedding& query,
                                           size_t count) const {
  // A distance is 1 - the inner product.
  auto nearest = graph_->index.searchKnn(query.data(), count);
  std::vector<Neighbour> found;
  found.reserve(count);
  for (; !nearest.empty(); nearest.pop()) {
    found.push_back(
        {static_cast<uint32_t>(nearest.top().second), 1 - nearest.top().first});
  }
  if (found.size() < count) AddNearestOfTheOthers(query, count, &found);
  return found;
}

void VectorIndex::AddNearestOfTheOthers(const Embedding& query, size_t count,
                                        std::vector<Neighbour>* found) const {
  std::vector<bool> is_found(size());
  for (const Neighbour& neighbour : *found) is_found[neighbour.item] = true;
  std::vector<Neighbour> others;
  for (uint32_t i = 0; i < size(); ++i) {
    if (!is_found[i]) others.push_back({i, Similarity(query, embeddings_[i])});
  }
  const auto end = others.begin() + (count - found->size());
  std::nth_element(others.begin(), end, others.end(),
                   [](const Neighbour& a, const Neighbour& b) {
                     return a.similarity > b.similarity;
                   });
  found->insert(found->end(), others.begin(), end);
}

}  // namespace backwire::server
