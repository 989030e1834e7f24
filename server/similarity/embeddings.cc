#include "server/similarity/embeddings.h"

#include <cmath>

#include "proto/workload/random.h"

namespace backwire::server {
namespace {

using workload::HashText;
using workload::Mix64;
using workload::Random;

constexpr uint64_t kCentres = 64;

// -1 to 1, in steps that a float holds exactly.
float Coordinate(Random* random) {
  constexpr int kBits = 24;
  const auto bits = static_cast<int32_t>(random->Next() >> (64 - kBits));
  return static_cast<float>(bits - (1 << (kBits - 1))) / (1 << (kBits - 1));
}

}  // namespace

Embedding MakeEmbedding(absl::string_view id, uint64_t seed) {
  const uint64_t hash = HashText(id);
  Random centre(Mix64(seed) + hash % kCentres);
  Random offset(hash);
  Embedding embedding;
  float square = 0;
  for (float& value : embedding) {
    value = Coordinate(&centre) + Coordinate(&offset);
    square += value * value;
  }
  // Some coordinate differs from 0 for every hash that was ever seen; a vector
  // of zeros would still be valid input for the search.
  const float length = square > 0 ? std::sqrt(square) : 1;
  for (float& value : embedding) value /= length;
  return embedding;
}

}  // namespace backwire::server
