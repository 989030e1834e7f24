#include "server/similarity/feature_store.h"

#include <algorithm>
#include <cmath>

#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"
#include "google/protobuf/wire_format_lite.h"
#include "proto/workload/random.h"

namespace backwire::server {
namespace {

using google::protobuf::internal::WireFormatLite;
using google::protobuf::io::CodedInputStream;
using google::protobuf::io::CodedOutputStream;
using google::protobuf::io::StringOutputStream;
using workload::HashText;
using workload::Mix64;
using workload::Random;

constexpr int kThousand = 1000;
constexpr uint64_t kSparseIds = 4096;

}  // namespace

Features MakeFeatures(absl::string_view id, uint64_t seed) {
  Random random(HashText(id) ^ Mix64(seed + 1));
  Features features;
  for (float& value : features.dense) {
    const auto thousandths =
        static_cast<int>(random.Next() % (2 * kThousand + 1)) - kThousand;
    value = static_cast<float>(thousandths) / kThousand;
  }
  const size_t count = random.Next() % (kMaxSparseFeatures + 1);
  for (size_t i = 0; i < count; ++i) {
    features.sparse.push_back(random.Next() % kSparseIds);
  }
  std::sort(features.sparse.begin(), features.sparse.end());
  features.sparse.erase(
      std::unique(features.sparse.begin(), features.sparse.end()),
      features.sparse.end());
  return features;
}

float Match(const Features& user, const Features& item) {
  float product = 0;
  for (size_t i = 0; i < kDenseFeatures; ++i) {
    product += user.dense[i] * item.dense[i];
  }
  int common = 0;
  auto wanted = user.sparse.begin();
  for (const uint32_t id : item.sparse) {
    while (wanted != user.sparse.end() && *wanted < id) ++wanted;
    common += wanted != user.sparse.end() && *wanted == id;
  }
  // Each part stays within its half.
  return 0.25f * (1 + product / kDenseFeatures) +
         0.5f * static_cast<float>(common) / kMaxSparseFeatures;
}

void FeatureStore::Add(const Features& features) {
  {
    StringOutputStream stream(&bytes_);
    CodedOutputStream out(&stream);
    out.WriteVarint32(static_cast<uint32_t>(features.sparse.size()));
    uint32_t last = 0;
    for (const uint32_t id : features.sparse) {
      out.WriteVarint32(id - last);
      last = id;
    }
    for (const float value : features.dense) {
      const auto thousandths =
          static_cast<int32_t>(std::lround(value * kThousand));
      out.WriteVarint32(WireFormatLite::ZigZagEncode32(thousandths));
    }
  }
  ends_.push_back(bytes_.size());
}

// What is read was written by Add(), so nothing of it can be missing.
void FeatureStore::Decode(size_t index, Features* features) const {
  const size_t begin = index == 0 ? 0 : ends_[index - 1];
  CodedInputStream in(reinterpret_cast<const uint8_t*>(bytes_.data()) + begin,
                      static_cast<int>(ends_[index] - begin));
  uint32_t count = 0, delta = 0, id = 0;
  (void)in.ReadVarint32(&count);
  features->sparse.clear();
  for (uint32_t i = 0; i < count; ++i) {
    (void)in.ReadVarint32(&delta);
    features->sparse.push_back(id += delta);
  }
  for (float& value : features->dense) {
    uint32_t coded = 0;
    (void)in.ReadVarint32(&coded);
    value =
        static_cast<float>(WireFormatLite::ZigZagDecode32(coded)) / kThousand;
  }
}

}  // namespace backwire::server
