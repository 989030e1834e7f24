// Chooses candidates by similarity: the items whose embeddings are nearest to
// the user's, ranked by their features, which are decoded for it.
#ifndef BACKWIRE_SERVER_SIMILARITY_SIMILARITY_SEARCH_H_
#define BACKWIRE_SERVER_SIMILARITY_SIMILARITY_SEARCH_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/base/attributes.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "proto/workload/catalogue.h"
#include "proto/workload/generate.h"
#include "server/similarity/feature_store.h"
#include "server/similarity/vector_index.h"

namespace backwire::server {

// So many items are indexed within about 15 s.
inline constexpr size_t kMaxSimilarityItems = 100'000;

// Immutable and thread-safe.
class SimilaritySearch {
 public:
  // Makes embeddings and features of all items and indexes them.
  // INVALID_ARGUMENT: the catalogue has more than kMaxSimilarityItems.
  // RESOURCE_EXHAUSTED: there is not enough memory for the index.
  static absl::StatusOr<SimilaritySearch> Make(
      const workload::Catalogue& catalogue, uint64_t seed);

  // `count` different items, best first; the same for the same user and count.
  // Never inlined: profiles count it as candidate search by its name.
  // REQUIRES: 1 <= count <= the catalogue's size.
  ABSL_ATTRIBUTE_NOINLINE std::vector<workload::ScoredItem> Find(
      absl::string_view user_id, size_t count) const;

 private:
  SimilaritySearch(VectorIndex index, FeatureStore features, uint64_t seed);

  VectorIndex index_;
  FeatureStore features_;
  uint64_t seed_;
};

}  // namespace backwire::server

#endif  // BACKWIRE_SERVER_SIMILARITY_SIMILARITY_SEARCH_H_
