// The features of items as a feature store keeps them, in few bytes, and their
// decoding, which a request pays for each of its candidates:
//
//   item   = count id-delta{count} dense{kDenseFeatures}
//   all are varints; ids rise, dense features are zigzag in thousandths
#ifndef BACKWIRE_SERVER_SIMILARITY_FEATURE_STORE_H_
#define BACKWIRE_SERVER_SIMILARITY_FEATURE_STORE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/base/attributes.h"
#include "absl/strings/string_view.h"

namespace backwire::server {

inline constexpr size_t kDenseFeatures = 32;
inline constexpr size_t kMaxSparseFeatures = 16;

struct Features {
  std::array<float, kDenseFeatures> dense{};  // -1 to 1
  std::vector<uint32_t> sparse;               // ids that rise
};

// Those of an item or a user: the same for the same id and seed.
Features MakeFeatures(absl::string_view id, uint64_t seed);

// 0 to 1: how well the item's features fit the user's.
float Match(const Features& user, const Features& item);

// Thread-safe when nothing is added any more.
class FeatureStore {
 public:
  void Add(const Features& features);

  // Replaces `features`, whose memory is used again. Never inlined: profiles
  // count it as candidate search by its name. REQUIRES: index < size().
  ABSL_ATTRIBUTE_NOINLINE void Decode(size_t index, Features* features) const;

  size_t size() const { return ends_.size(); }

 private:
  std::string bytes_;         // of all items, one after the other
  std::vector<size_t> ends_;  // of each
};

}  // namespace backwire::server

#endif  // BACKWIRE_SERVER_SIMILARITY_FEATURE_STORE_H_
