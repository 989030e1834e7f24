// A log-linear histogram of non-negative integers (nanoseconds, here).
//
// Values below 2^11 have a bucket of their own; above, every power of two is
// cut into 2^10 buckets of equal width. So a reported value is never below the
// recorded one and above it by less than 1/1024 (0.098 %) of it. Values above
// kMaxValue count as kMaxValue.
#ifndef BACKWIRE_CLIENT_HISTOGRAM_HISTOGRAM_H_
#define BACKWIRE_CLIENT_HISTOGRAM_HISTOGRAM_H_

#include <cstdint>
#include <vector>

namespace backwire::client {

// Not thread-safe. 260 KB once something was recorded, next to nothing before.
class Histogram {
 public:
  static constexpr int kPrecisionBits = 10;
  static constexpr int kMaxValueBits = 42;  // 73 minutes in nanoseconds
  static constexpr int64_t kMaxValue = (int64_t{1} << kMaxValueBits) - 1;
  static constexpr double kMaxRelativeError = 1.0 / (1 << kPrecisionBits);

  // A run of equal values: lower to upper, both included.
  struct Bucket {
    int64_t lower;
    int64_t upper;
    int64_t count;
  };

  // Negative values count as 0.
  void Record(int64_t value) { RecordMany(value, 1); }

  // REQUIRES: count >= 0.
  void RecordMany(int64_t value, int64_t count);

  void Merge(const Histogram& other);
  void Clear();

  int64_t count() const { return count_; }

  // Exact, not rounded to a bucket; 0 when empty.
  int64_t min() const { return count_ == 0 ? 0 : min_; }
  int64_t max() const { return max_; }
  double mean() const;

  // The smallest value with at least `percent` % of the values at or below it,
  // rounded up as the head of this file says; max() for 100 and 0 when empty.
  // REQUIRES: 0 <= percent <= 100.
  int64_t Percentile(double percent) const;

  // The buckets that hold something, in rising order.
  std::vector<Bucket> Buckets() const;

  // Rebuilds a histogram from Buckets(), min(), max() and the sum of the
  // values. False, and an unspecified histogram, when they do not fit together.
  bool Restore(const std::vector<Bucket>& buckets, int64_t min, int64_t max,
               double sum);

  double sum() const { return sum_; }

 private:
  static int IndexOf(int64_t value);
  static int64_t LowerOf(int index);
  static int64_t UpperOf(int index);

  std::vector<int64_t> counts_;
  int64_t count_ = 0;
  int64_t min_ = kMaxValue;
  int64_t max_ = 0;
  double sum_ = 0;
};

}  // namespace backwire::client

#endif  // BACKWIRE_CLIENT_HISTOGRAM_HISTOGRAM_H_
