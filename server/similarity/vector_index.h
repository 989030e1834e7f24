// The nearest items to a vector, found by hnswlib in a graph that is built
// once.
#ifndef BACKWIRE_SERVER_SIMILARITY_VECTOR_INDEX_H_
#define BACKWIRE_SERVER_SIMILARITY_VECTOR_INDEX_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "server/similarity/embeddings.h"

namespace backwire::server {

struct Neighbour {
  uint32_t item = 0;     // index into the embeddings
  float similarity = 0;  // the inner product, -1 to 1
};

// Immutable and thread-safe.
class VectorIndex {
 public:
  // Takes about 0.1 ms an item. Deterministic: the same embeddings make the
  // same graph. RESOURCE_EXHAUSTED: there is not enough memory for it.
  // REQUIRES: at least one embedding, and fewer than 2^32.
  static absl::StatusOr<VectorIndex> Make(std::vector<Embedding> embeddings);

  VectorIndex(VectorIndex&&) noexcept;
  ~VectorIndex();

  // Exactly `count` different items, in no order: those that the graph's search
  // finds, which are nearly the nearest, and where it finds fewer (it cannot
  // reach every item), the nearest of the others. REQUIRES: 1 <= count <=
  // size().
  std::vector<Neighbour> Search(const Embedding& query, size_t count) const;

  size_t size() const { return embeddings_.size(); }

 private:
  struct Graph;
  VectorIndex(std::vector<Embedding> embeddings, std::unique_ptr<Graph> graph);

  void AddNearestOfTheOthers(const Embedding& query, size_t count,
                             std::vector<Neighbour>* found) const;

  std::vector<Embedding> embeddings_;
  std::unique_ptr<Graph> graph_;
};

}  // namespace backwire::server

#endif  // BACKWIRE_SERVER_SIMILARITY_VECTOR_INDEX_H_
