// Embeddings of items and users: made from their ids and a seed, so that every
// catalogue has them, and the same id always has the same one. They lie around
// a few centres, as those of real items do; a search among evenly spread ones
// would find nothing near.
#ifndef BACKWIRE_SERVER_SIMILARITY_EMBEDDINGS_H_
#define BACKWIRE_SERVER_SIMILARITY_EMBEDDINGS_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"

namespace backwire::server {

inline constexpr size_t kEmbeddingDimensions = 64;
using Embedding = std::array<float, kEmbeddingDimensions>;  // of length 1

Embedding MakeEmbedding(absl::string_view id, uint64_t seed);

}  // namespace backwire::server

#endif  // BACKWIRE_SERVER_SIMILARITY_EMBEDDINGS_H_
