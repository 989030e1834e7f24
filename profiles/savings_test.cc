#include "profiles/savings.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "profiles/testing_profile.h"

namespace backwire::profiles {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::vector<Workload> TableOf(const std::string& content,
                              const CodecShares& fallback = {}) {
  const auto workloads =
      ReadCoreTable(WriteTestFile("cores.csv", content), fallback, 100);
  EXPECT_TRUE(workloads.ok()) << workloads.status();
  return workloads.ok() ? *workloads : std::vector<Workload>();
}

// By hand, with 1 - 1/7.5 = 13/15: 120 * 0.3609 * 13/15 = 37.5336,
// 200 * 0.12 * 13/15 = 20.8, 348.8 * 0.0247 * 13/15 = 7.4666; together 65.8 of
// 668.8 cores.
constexpr char kFleet[] =
    "workload,cores,encode_share\n"
    "metadata,120,36.09%\n"
    "ranking,200,12 %\n"
    "search,348.8,0.0247\n";

SavingsReport FleetReport() {
  SavingsReport report;
  report.speedups.encode = GivenSpeedup(7.5);
  report.sides.push_back(
      ComputeSavings("service", TableOf(kFleet), report.speedups));
  return report;
}

TEST(SavingsTest, AddsUpAsByHand) {
  const SideSavings fleet = FleetReport().sides[0];
  ASSERT_EQ(fleet.workloads.size(), 3u);
  EXPECT_NEAR(fleet.workloads[0].saved.value, 37.5336, 1e-4);
  EXPECT_NEAR(fleet.workloads[1].saved.value, 20.8, 1e-4);
  EXPECT_NEAR(fleet.workloads[2].saved.value, 7.4666, 1e-4);
  EXPECT_NEAR(fleet.cores, 668.8, 1e-9);
  EXPECT_NEAR(fleet.saved.value, 65.8, 0.01);
  EXPECT_FALSE(fleet.workloads[0].decode.has_value());
}

TEST(SavingsTest, CountsBothDirections) {
  Speedups speedups{GivenSpeedup(4), GivenSpeedup(2)};
  const SideSavings side = ComputeSavings(
      "callers",
      TableOf("workload,cores,encode_share,decode_share\nweb,100,10%,40%\n"),
      speedups);
  ASSERT_EQ(side.workloads.size(), 1u);
  EXPECT_NEAR(side.workloads[0].encode->value, 7.5, 1e-9);
  EXPECT_NEAR(side.workloads[0].decode->value, 20, 1e-9);
  EXPECT_NEAR(side.saved.value, 27.5, 1e-9);
  const std::string text = ToMarkdown({speedups, {side}});
  EXPECT_THAT(text, HasSubstr("| callers | cores |"));
  EXPECT_THAT(text, HasSubstr("100.0 × (10.00 % × (1 − 1 / 4) + 40.00 % × "
                              "(1 − 1 / 2)) | 27.50 |"));
}

TEST(SavingsTest, CarriesBoundsOfSharesAndSpeedups) {
  const Share share{0.4, 0.3, 0.5};
  const SavedCores faster = Saved(100, share, {2, 1.6, 4, ""});
  EXPECT_NEAR(faster.value, 20, 1e-9);
  EXPECT_NEAR(faster.low, 100 * 0.3 * (1 - 1 / 1.6), 1e-9);
  EXPECT_NEAR(faster.high, 100 * 0.5 * (1 - 1 / 4.0), 1e-9);
  const SavedCores slower = Saved(100, share, {0.8, 0.5, 1.25, ""});
  EXPECT_NEAR(slower.value, -10, 1e-9);
  EXPECT_NEAR(slower.low, -50, 1e-9);
  EXPECT_NEAR(slower.high, 10, 1e-9);
}

TEST(SavingsTest, ShowsTheArithmetic) {
  const std::string text = ToMarkdown(FleetReport());
  EXPECT_THAT(text, StartsWith("cores saved = cores × share × (1 − 1 / "));
  EXPECT_THAT(text, HasSubstr("- encode: 7.5× — given"));
  EXPECT_THAT(text, HasSubstr("- decode: not counted"));
  EXPECT_THAT(text, HasSubstr("| metadata | 120.0 | 120.0 × 36.09 % × "
                              "(1 − 1 / 7.5) | 37.53 |"));
  EXPECT_THAT(text, HasSubstr("| **total** | **668.8** | 9.84 % of all | "
                              "**65.80** |"));
}

TEST(SavingsTest, WritesCsvAndJson) {
  const std::string csv = ToCsv(FleetReport());
  EXPECT_THAT(csv, HasSubstr("\nservice,metadata,120,0.3609,7.5,37.5336,,,,"
                             "37.5336,37.5336,37.5336\n"));
  EXPECT_THAT(csv, HasSubstr("\nservice,total,668.8,,,,,,,65.8002,"));
  const std::string json = ToJson(FleetReport());
  EXPECT_THAT(json, HasSubstr("\"service\""));
  EXPECT_THAT(json, HasSubstr("\"workload\": \"metadata\""));
}

TEST(CoreTableTest, TakesSharesFromProfiles) {
  ProfileBuilder::Cpu()
      .Add({"backwire::grpc_glue::EncodeStock@s"}, {300, 0})
      .Add({"backwire::grpc_glue::DecodeStock@s"}, {100, 0})
      .Add({"other@s"}, {600, 0})
      .Write("w.pb.gz");
  const auto workloads = TableOf("workload,cores,profile\nsearch,10,w.pb.gz\n");
  ASSERT_EQ(workloads.size(), 1u);
  EXPECT_DOUBLE_EQ(workloads[0].shares.encode->value, 0.3);
  EXPECT_DOUBLE_EQ(workloads[0].shares.decode->value, 0.1);
  EXPECT_LT(workloads[0].shares.encode->low, 0.29);
}

TEST(CoreTableTest, FillsInSharesThatARowLacks) {
  const auto workloads = TableOf("workload,cores,encode_share\na,1,\nb,1,50%\n",
                                 {Share{0.2, 0.1, 0.3}, std::nullopt});
  ASSERT_EQ(workloads.size(), 2u);
  EXPECT_DOUBLE_EQ(workloads[0].shares.encode->value, 0.2);
  EXPECT_DOUBLE_EQ(workloads[1].shares.encode->value, 0.5);
}

TEST(CoreTableTest, NamesRowAndColumnOfWhatIsWrong) {
  for (const auto& [content, error] :
       std::vector<std::pair<std::string, std::string>>{
           {"workload,cores,color\na,1,red\n", "unknown column \"color\""},
           {"workload,encode_share\na,1\n", "column \"cores\" is missing"},
           {"workload,cores,encode_share\n,1,1%\n",
            "line 2: column \"workload\": the name is missing"},
           {"workload,cores,encode_share\na,many,1%\n",
            "line 2: column \"cores\": \"many\" is no number"},
           {"workload,cores,encode_share\na,-1,1%\n", "column \"cores\""},
           {"workload,cores,encode_share\na,nan,1%\n", "column \"cores\""},
           {"workload,cores,encode_share\na,1,36.09\n",
            "line 2: column \"encode_share\": \"36.09\" is not within 0 to 1; "
            "a percentage needs its sign"},
           {"workload,cores,encode_share\na,1,nan\n", "not within 0 to 1"},
           {"workload,cores,encode_share\na,1,1%\na,1,1%\n",
            "line 3: column \"workload\": \"a\" has a row already"},
           {"workload,cores,encode_share\na,1,\n",
            "line 2: column \"encode_share\": the row has no share"},
           {"workload,cores,encode_share,decode_share\na,1,60%,41%\n",
            "line 2: column \"decode_share\": encode and decode together"},
           {"workload,cores,profile\na,1,none.pb.gz\n",
            "line 2: column \"profile\": "},
           {"workload,cores,encode_share,profile\na,1,1%,x.pb.gz\n",
            "either shares or a profile"},
       }) {
    const absl::Status status =
        ReadCoreTable(WriteTestFile("cores.csv", content), {}, 100).status();
    EXPECT_FALSE(status.ok()) << content;
    EXPECT_THAT(std::string(status.message()), HasSubstr(error));
  }
}

TEST(SharesJsonTest, ReadsWhatTheSharesCommandPrints) {
  const auto shares = ReadSharesJson(WriteTestFile("shares.json",
                                                   R"({"cpu": {"cumulative": {
        "encode": {"share": 0.4, "low": 0.3, "high": 0.5},
        "decode": {"share": 0.1, "low": 0.05, "high": 0.2}}}})"));
  ASSERT_TRUE(shares.ok()) << shares.status();
  EXPECT_EQ(shares->encode->high, 0.5);
  EXPECT_EQ(shares->decode->value, 0.1);
  for (const char* content : {"", "{}", "[]", R"({"cpu": {"cumulative": {
          "encode": {"share": 4, "low": 3, "high": 5},
          "decode": {"share": 0.1, "low": 0.05, "high": 0.2}}}})"}) {
    EXPECT_EQ(
        ReadSharesJson(WriteTestFile("shares.json", content)).status().code(),
        absl::StatusCode::kInvalidArgument)
        << content;
  }
}

}  // namespace
}  // namespace backwire::profiles
