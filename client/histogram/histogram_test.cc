#include "client/histogram/histogram.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace backwire::client {
namespace {

constexpr double kPercents[] = {0, 1, 25, 50, 90, 95, 99, 99.9, 99.99, 100};

// The definition, on all values: rank ceil(p/100 * n), at least 1.
int64_t ExactPercentile(const std::vector<int64_t>& sorted, double percent) {
  const double rank =
      std::ceil(percent / 100 * static_cast<double>(sorted.size()) - 1e-9);
  return sorted[std::max<int64_t>(static_cast<int64_t>(rank), 1) - 1];
}

// From nanoseconds to an hour, equally many in each octave.
std::vector<int64_t> LogUniformValues(int count, int seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> exponent(0, 41.9);
  std::vector<int64_t> values;
  for (int i = 0; i < count; ++i) {
    values.push_back(static_cast<int64_t>(std::exp2(exponent(random))));
  }
  return values;
}

void ExpectWithinBound(const Histogram& histogram,
                       std::vector<int64_t> values) {
  std::sort(values.begin(), values.end());
  for (double percent : kPercents) {
    const int64_t exact = ExactPercentile(values, percent);
    const int64_t reported = histogram.Percentile(percent);
    EXPECT_GE(reported, exact) << percent;
    EXPECT_LE(reported, exact * (1 + Histogram::kMaxRelativeError)) << percent;
  }
}

TEST(HistogramTest, IsEmptyAtFirst) {
  const Histogram histogram;
  EXPECT_EQ(histogram.count(), 0);
  EXPECT_EQ(histogram.min(), 0);
  EXPECT_EQ(histogram.max(), 0);
  EXPECT_EQ(histogram.mean(), 0);
  EXPECT_EQ(histogram.Percentile(99), 0);
  EXPECT_TRUE(histogram.Buckets().empty());
}

TEST(HistogramTest, KeepsPercentilesWithinTheBound) {
  for (int count : {1, 2, 10, 1000, 20000}) {
    const std::vector<int64_t> values = LogUniformValues(count, count);
    Histogram histogram;
    for (int64_t value : values) histogram.Record(value);
    EXPECT_EQ(histogram.count(), count);
    ExpectWithinBound(histogram, values);
  }
}

TEST(HistogramTest, IsExactForSmallValues) {
  Histogram histogram;
  for (int64_t value = 0; value < 2048; ++value) histogram.Record(value);
  EXPECT_EQ(histogram.Percentile(50), 1023);
  EXPECT_EQ(histogram.Percentile(100), 2047);
  EXPECT_EQ(histogram.Percentile(0), 0);
}

TEST(HistogramTest, PutsPowersOfTwoAndTheirNeighboursInTheRightBucket) {
  for (int bit = 0; bit < Histogram::kMaxValueBits; ++bit) {
    for (int64_t delta : {-1, 0, 1}) {
      const int64_t value = (int64_t{1} << bit) + delta;
      Histogram histogram;
      histogram.Record(value);
      ASSERT_EQ(histogram.Buckets().size(), 1u);
      const Histogram::Bucket bucket = histogram.Buckets()[0];
      EXPECT_LE(bucket.lower, value);
      EXPECT_GE(bucket.upper, value);
      EXPECT_LE(bucket.upper - bucket.lower + 1,
                std::max<double>(1, value * Histogram::kMaxRelativeError));
    }
  }
}

TEST(HistogramTest, BucketsTouchEachOther) {
  Histogram histogram;
  for (int64_t value = 0; value < (1 << 14); ++value) histogram.Record(value);
  int64_t expected_lower = 0;
  for (const Histogram::Bucket& bucket : histogram.Buckets()) {
    EXPECT_EQ(bucket.lower, expected_lower);
    EXPECT_EQ(bucket.count, bucket.upper - bucket.lower + 1);
    expected_lower = bucket.upper + 1;
  }
  EXPECT_EQ(expected_lower, 1 << 14);
}

TEST(HistogramTest, ClampsWhatIsOutOfRange) {
  Histogram histogram;
  histogram.Record(-5);
  histogram.Record(Histogram::kMaxValue + 1);
  EXPECT_EQ(histogram.min(), 0);
  EXPECT_EQ(histogram.max(), Histogram::kMaxValue);
  EXPECT_EQ(histogram.count(), 2);
}

TEST(HistogramTest, KeepsMinMaxAndMeanExact) {
  Histogram histogram;
  for (int64_t value : {1'000'001, 2'000'003, 3'000'011}) {
    histogram.Record(value);
  }
  EXPECT_EQ(histogram.min(), 1'000'001);
  EXPECT_EQ(histogram.max(), 3'000'011);
  EXPECT_DOUBLE_EQ(histogram.mean(), 2'000'005);
}

TEST(HistogramTest, MergeEqualsRecordingAllInOne) {
  const std::vector<int64_t> first = LogUniformValues(500, 1);
  const std::vector<int64_t> second = LogUniformValues(700, 2);
  Histogram one, other, all;
  for (int64_t value : first) one.Record(value), all.Record(value);
  for (int64_t value : second) other.Record(value), all.Record(value);
  one.Merge(other);
  one.Merge(Histogram());
  EXPECT_EQ(one.count(), 1200);
  EXPECT_EQ(one.min(), all.min());
  EXPECT_EQ(one.max(), all.max());
  for (double percent : kPercents) {
    EXPECT_EQ(one.Percentile(percent), all.Percentile(percent));
  }
}

TEST(HistogramTest, ClearMakesItEmptyAgain) {
  Histogram histogram;
  histogram.Record(77);
  histogram.Clear();
  EXPECT_EQ(histogram.count(), 0);
  histogram.Record(5);
  EXPECT_EQ(histogram.Percentile(50), 5);
  EXPECT_EQ(histogram.min(), 5);
}

TEST(HistogramTest, RestoresWhatItExported) {
  Histogram histogram;
  for (int64_t value : LogUniformValues(300, 3)) histogram.Record(value);
  Histogram restored;
  ASSERT_TRUE(restored.Restore(histogram.Buckets(), histogram.min(),
                               histogram.max(), histogram.sum()));
  EXPECT_EQ(restored.count(), 300);
  EXPECT_EQ(restored.min(), histogram.min());
  EXPECT_DOUBLE_EQ(restored.mean(), histogram.mean());
  for (double percent : kPercents) {
    EXPECT_EQ(restored.Percentile(percent), histogram.Percentile(percent));
  }
}

TEST(HistogramTest, RestoreRefusesWhatDoesNotFit) {
  Histogram histogram;
  EXPECT_FALSE(histogram.Restore({{5, 5, -1}}, 5, 5, 5));
  EXPECT_FALSE(histogram.Restore({{-1, -1, 1}}, 0, 0, 0));
  EXPECT_FALSE(histogram.Restore({{4097, 4097, 1}}, 4097, 4097, 4097));
  EXPECT_FALSE(histogram.Restore({{5, 5, 1}}, 5, 900, 5));
  EXPECT_FALSE(histogram.Restore({{5, 5, 1}}, -5, 5, 5));
  EXPECT_FALSE(histogram.Restore({{0, Histogram::kMaxValue * 2, 1}}, 0, 0, 0));
}

}  // namespace
}  // namespace backwire::client
