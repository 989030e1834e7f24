#include "profiles/analysis.h"

#include <cmath>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "profiles/shares_report.h"
#include "profiles/testing_profile.h"

namespace backwire::profiles {
namespace {

using testing::HasSubstr;

constexpr char kEncode[] = "backwire::grpc_glue::EncodeStock@server";
constexpr char kBuild[] = "backwire::workload::GenerateCandidates@server";

TEST(ShareTest, BoundsTheShareByWilsonsInterval) {
  // Known values: 50 of 100, and none of 100.
  const Share half = MakeShare(50, 100, 100);
  EXPECT_DOUBLE_EQ(half.value, 0.5);
  EXPECT_NEAR(half.low, 0.4038, 1e-4);
  EXPECT_NEAR(half.high, 0.5962, 1e-4);
  const Share none = MakeShare(0, 100, 100);
  EXPECT_EQ(none.value, 0);
  EXPECT_EQ(none.low, 0);
  EXPECT_NEAR(none.high, 0.0370, 1e-4);
  const Share all = MakeShare(100, 100, 100);
  EXPECT_EQ(all.high, 1);
}

TEST(ShareTest, TakesTheConfidenceFromTheSamplesNotTheUnit) {
  const Share scaled = MakeShare(50000, 100000, 100);
  EXPECT_NEAR(scaled.low, 0.4038, 1e-4);
}

TEST(AnalysisTest, MergesCpuProfiles) {
  const std::string first =
      ProfileBuilder::Cpu().Add({kEncode}, {30, 0}).Write("1.pb.gz");
  const std::string second =
      ProfileBuilder::Cpu().Add({"other@server"}, {70, 0}).Write("2.pb.gz");
  const auto analysis = AnalyzeCpu({first, second}, 100);
  ASSERT_TRUE(analysis.ok()) << analysis.status();
  EXPECT_EQ(analysis->cpu.samples, 100);
  EXPECT_DOUBLE_EQ(analysis->cpu_seconds, 1.0);
  EXPECT_DOUBLE_EQ(analysis->cpu.Of(Cumulative::kEncode).value, 0.3);
  EXPECT_DOUBLE_EQ(analysis->cpu.Of({Part::kEncode, Part::kRest}).value, 1);
}

TEST(AnalysisTest, CountsSamplesOfScaledAllocations) {
  const std::string path = ProfileBuilder::Allocations()
                               .Add({kEncode}, {20000, 4000000})
                               .Add({kBuild}, {80000, 1000000})
                               .Write("allocs.pb.gz");
  const auto analysis = AnalyzeAllocations({path}, 1000, 100);
  ASSERT_TRUE(analysis.ok()) << analysis.status();
  EXPECT_EQ(analysis->objects.samples, 100);
  EXPECT_DOUBLE_EQ(analysis->objects.Of(Cumulative::kEncode).value, 0.2);
  EXPECT_DOUBLE_EQ(analysis->bytes.Of(Cumulative::kEncode).value, 0.8);
}

TEST(AnalysisTest, RefusesEmptyAndSmallProfiles) {
  const std::string empty = ProfileBuilder::Cpu().Write("empty.pb.gz");
  EXPECT_EQ(AnalyzeCpu({empty}, 1).status().code(),
            absl::StatusCode::kFailedPrecondition);
  const std::string small =
      ProfileBuilder::Cpu().Add({kEncode}, {99, 0}).Write("small.pb.gz");
  const absl::Status status = AnalyzeCpu({small}, 100).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()), HasSubstr("99 samples"));
  EXPECT_TRUE(AnalyzeCpu({small}, 99).ok());
}

TEST(AnalysisTest, ComputesCpuSecondsOfAnyPeriod) {
  auto builder = ProfileBuilder::Cpu();
  builder.Add({kEncode}, {int64_t{1} << 40, 0});
  builder.proto().set_period(int64_t{1} << 40);
  const auto analysis = AnalyzeCpu({builder.Write("long.pb.gz")}, 1);
  ASSERT_TRUE(analysis.ok()) << analysis.status();
  EXPECT_DOUBLE_EQ(analysis->cpu_seconds, std::ldexp(1e-9, 80));
}

TEST(AnalysisTest, RefusesObjectsWithoutBytes) {
  const std::string path =
      ProfileBuilder::Allocations().Add({kEncode}, {500, 0}).Write("a.pb.gz");
  const absl::Status status = AnalyzeAllocations({path}, 1, 1).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()), HasSubstr("objects of no bytes"));
}

TEST(AnalysisTest, RefusesAProfileOfTheWrongKind) {
  const std::string cpu =
      ProfileBuilder::Cpu().Add({kEncode}, {999, 0}).Write("cpu.pb.gz");
  const absl::Status status = AnalyzeAllocations({cpu}, 1, 1).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()), HasSubstr("alloc_objects"));
}

TEST(SharesReportTest, ShowsBothViewsAsTextAndJson) {
  const std::string cpu = ProfileBuilder::Cpu()
                              .Add({kEncode}, {25, 0})
                              .Add({kBuild}, {75, 0})
                              .Write("cpu.pb.gz");
  SharesReport report;
  report.cpu = *AnalyzeCpu({cpu}, 1);
  const std::string text = ToText(report);
  EXPECT_THAT(text, HasSubstr("100 samples, 1.0 s"));
  EXPECT_THAT(text, HasSubstr("encode                25.00 %  ("));
  EXPECT_THAT(text, HasSubstr("build                 75.00 %"));
  const std::string json = ToJson(report);
  EXPECT_THAT(json, HasSubstr("\"share\": 0.25"));
  EXPECT_THAT(json, HasSubstr("\"cpu_seconds\": 1.0"));
  EXPECT_THAT(json, testing::Not(HasSubstr("\"allocations\"")));
}

}  // namespace
}  // namespace backwire::profiles
