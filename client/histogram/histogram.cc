#include "client/histogram/histogram.h"

#include <algorithm>
#include <cmath>

namespace backwire::client {
namespace {

constexpr int kHalf = 1 << Histogram::kPrecisionBits;  // buckets an octave
constexpr int kExact = 2 * kHalf;                      // one bucket a value
constexpr int kBucketCount =
    kExact + (Histogram::kMaxValueBits - Histogram::kPrecisionBits - 1) * kHalf;

// REQUIRES: value > 0.
int HighestBit(int64_t value) {
  return 63 - __builtin_clzll(static_cast<unsigned long long>(value));
}

}  // namespace

int Histogram::IndexOf(int64_t value) {
  if (value < kExact) return static_cast<int>(value);
  const int shift = HighestBit(value) - kPrecisionBits;
  return shift * kHalf + static_cast<int>(value >> shift);
}

int64_t Histogram::LowerOf(int index) {
  if (index < kExact) return index;
  const int shift = index / kHalf - 1;
  return static_cast<int64_t>(index - shift * kHalf) << shift;
}

int64_t Histogram::UpperOf(int index) {
  if (index < kExact) return index;
  const int shift = index / kHalf - 1;
  return LowerOf(index) + (int64_t{1} << shift) - 1;
}

void Histogram::RecordMany(int64_t value, int64_t count) {
  if (count == 0) return;
  value = std::clamp<int64_t>(value, 0, kMaxValue);
  if (counts_.empty()) counts_.resize(kBucketCount);
  counts_[IndexOf(value)] += count;
  count_ += count;
  min_ = std::min(min_, value);
  max_ = std::max(max_, value);
  sum_ += static_cast<double>(value) * static_cast<double>(count);
}

void Histogram::Merge(const Histogram& other) {
  if (other.count_ == 0) return;
  if (counts_.empty()) counts_.resize(kBucketCount);
  for (int i = 0; i < kBucketCount; ++i) counts_[i] += other.counts_[i];
  count_ += other.count_;
  min_ = std::min(min_, other.min_);
  max_ = std::max(max_, other.max_);
  sum_ += other.sum_;
}

void Histogram::Clear() {
  std::fill(counts_.begin(), counts_.end(), 0);
  count_ = 0;
  min_ = kMaxValue;
  max_ = 0;
  sum_ = 0;
}

double Histogram::mean() const {
  return count_ == 0 ? 0 : sum_ / static_cast<double>(count_);
}

int64_t Histogram::Percentile(double percent) const {
  if (count_ == 0) return 0;
  // The tolerance keeps 99.9 % of 1,000 values at rank 999: the product is a
  // hair above it in floating point.
  const double exact_rank = percent / 100 * static_cast<double>(count_);
  const int64_t rank = std::clamp<int64_t>(
      static_cast<int64_t>(std::ceil(exact_rank * (1 - 1e-12))), 1, count_);
  int64_t seen = 0;
  for (int i = 0; i < kBucketCount; ++i) {
    seen += counts_[i];
    if (seen >= rank) return std::min(UpperOf(i), max_);
  }
  return max_;
}

std::vector<Histogram::Bucket> Histogram::Buckets() const {
  std::vector<Bucket> buckets;
  for (int i = 0; i < static_cast<int>(counts_.size()); ++i) {
    if (counts_[i] != 0) {
      buckets.push_back({LowerOf(i), UpperOf(i), counts_[i]});
    }
  }
  return buckets;
}

bool Histogram::Restore(const std::vector<Bucket>& buckets, int64_t min,
                        int64_t max, double sum) {
  *this = Histogram();
  for (const Bucket& bucket : buckets) {
    const bool good = bucket.count > 0 && bucket.lower >= 0 &&
                      bucket.upper <= kMaxValue &&
                      LowerOf(IndexOf(bucket.lower)) == bucket.lower &&
                      UpperOf(IndexOf(bucket.lower)) == bucket.upper;
    if (!good) return false;
    RecordMany(bucket.lower, bucket.count);
  }
  if (count_ == 0) return min == 0 && max == 0;
  if (min < 0 || max > kMaxValue || min > max ||
      IndexOf(min) != IndexOf(min_) || IndexOf(max) != IndexOf(max_)) {
    return false;
  }
  min_ = min;
  max_ = max;
  sum_ = sum;
  return true;
}

}  // namespace backwire::client
