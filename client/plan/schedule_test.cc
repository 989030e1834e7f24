#include "client/plan/schedule.h"

#include <gtest/gtest.h>

#include <vector>

namespace backwire::client {
namespace {

std::vector<Arrival> AllArrivals(const Schedule& schedule) {
  std::vector<Arrival> all;
  Arrivals arrivals(schedule);
  while (const std::optional<Arrival> next = arrivals.Next()) {
    all.push_back(*next);
  }
  return all;
}

Schedule Parsed(absl::string_view text) {
  absl::StatusOr<Schedule> schedule = ParseSchedule(text);
  EXPECT_TRUE(schedule.ok()) << schedule.status();
  return schedule.ok() ? *schedule : Schedule();
}

TEST(ScheduleTest, ReadsFlatAndRampSegments) {
  const Schedule schedule = Parsed("100@10s,100-500.5@30s");
  ASSERT_EQ(schedule.size(), 2u);
  EXPECT_EQ(schedule[0].from_per_second, 100);
  EXPECT_EQ(schedule[0].to_per_second, 100);
  EXPECT_EQ(schedule[1].to_per_second, 500.5);
  EXPECT_EQ(schedule[1].duration, absl::Seconds(30));
  EXPECT_EQ(TotalDuration(schedule), absl::Seconds(40));
  EXPECT_EQ(FormatSchedule(schedule), "100@10s,100-500.5@30s");
}

TEST(ScheduleTest, RefusesBadSegmentsByName) {
  for (const char* text :
       {"", "100", "100@", "@10s", "x@10s", "-5@10s", "0@10s", "1-2-3@10s",
        "100@10", "100@0s", "100@-1s", "2000000@1s", "nan@1s", "inf@1s",
        "100@1s,,100@1s", "100@1s@2s", "100@25h"}) {
    const absl::StatusOr<Schedule> schedule = ParseSchedule(text);
    EXPECT_FALSE(schedule.ok()) << text;
  }
  EXPECT_EQ(ParseSchedule("5@1s,oops@2s").status().message(),
            "schedule segment \"oops@2s\": rates are numbers from 0 to "
            "1000000; write RATE@DURATION or FROM-TO@DURATION, like "
            "100-500@30s");
}

TEST(ArrivalsTest, SpacesAFlatRateEvenly) {
  const std::vector<Arrival> all = AllArrivals(Parsed("200@2s"));
  ASSERT_EQ(all.size(), 400u);
  for (size_t i = 0; i < all.size(); ++i) {
    EXPECT_NEAR(all[i].offset_ns, i * 5e6, 2);
  }
}

TEST(ArrivalsTest, SendsTheIntegralOfARamp) {
  const std::vector<Arrival> all = AllArrivals(Parsed("0-100@10s"));
  ASSERT_EQ(all.size(), 500u);
  EXPECT_EQ(all[0].offset_ns, 0);
  // Half of the time has seen a quarter of the calls.
  EXPECT_NEAR(all[125].offset_ns, 5e9, 1e3);
}

TEST(ArrivalsTest, SlowsDownOnAFallingRamp) {
  const std::vector<Arrival> all = AllArrivals(Parsed("100-0@10s"));
  ASSERT_EQ(all.size(), 500u);
  EXPECT_NEAR(all[375].offset_ns, 5e9, 1e3);
  EXPECT_LT(all.back().offset_ns, int64_t{10'000'000'000});
}

TEST(ArrivalsTest, GoesThroughStepsWithoutGapOrBurst) {
  const std::vector<Arrival> all = AllArrivals(Parsed("10@1s,100@1s,10@1s"));
  ASSERT_EQ(all.size(), 120u);
  EXPECT_EQ(all[9].segment, 0);
  EXPECT_EQ(all[10].segment, 1);
  EXPECT_NEAR(all[10].offset_ns, 1e9, 1e3);
  EXPECT_NEAR(all[110].offset_ns, 2e9, 1e3);
  EXPECT_EQ(all[110].segment, 2);
  for (size_t i = 1; i < all.size(); ++i) {
    EXPECT_GT(all[i].offset_ns, all[i - 1].offset_ns);
  }
}

TEST(ArrivalsTest, CarriesAFractionOfACallIntoTheNextSegment) {
  // 1.5 calls, then 1.5 calls: three in all.
  EXPECT_EQ(AllArrivals(Parsed("1.5@1s,1.5@1s")).size(), 3u);
}

}  // namespace
}  // namespace backwire::client
