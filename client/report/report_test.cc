#include <gtest/gtest.h>
#include <stdlib.h>

#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "client/plan/exit_code.h"
#include "client/report/json_report.h"
#include "client/report/load_result.h"
#include "client/report/output.h"
#include "client/report/summary.h"

namespace backwire::client {
namespace {

LoadResult GoodResult() {
  LoadResult result;
  result.codec = "generated";
  result.cpus = 2;
  result.started_at = absl::FromUnixSeconds(1'600'000'000);
  Measurement& measured = result.measurement;
  measured.ok = 3;
  measured.by_status[0].count = 3;
  for (int64_t ms : {1, 2, 30}) measured.latency.Record(ms * 1'000'000);
  measured.segments.resize(1);
  measured.targets.resize(1);
  measured.targets[0].ok = 3;
  measured.window.time_ns = 2'000'000'000;
  measured.window.user_cpu_ns = 400'000'000;
  measured.window.system_cpu_ns = 100'000'000;
  measured.window.ok = 3;
  measured.window.response_bytes = 3 * 540'934;
  return result;
}

nlohmann::json Json(const LoadResult& result) {
  return nlohmann::json::parse(ToJson(result));
}

TEST(LoadResultTest, ExitCodeTellsWhatWentWrong) {
  LoadResult result = GoodResult();
  EXPECT_EQ(ExitCodeOf(result), kExitOk);
  result.measurement.stop_reason = StopReason::kInterrupted;
  EXPECT_EQ(ExitCodeOf(result), kExitInterrupted);
  result.measurement.failed = 1;
  EXPECT_EQ(ExitCodeOf(result), kExitFailed);
  result = GoodResult();
  result.measurement.mismatches = 1;
  EXPECT_EQ(ExitCodeOf(result), kExitFailed);
  result = GoodResult();
  result.measurement.skipped = 1;
  EXPECT_EQ(ExitCodeOf(result), kExitFailed);
  result = GoodResult();
  result.measurement.stop_reason = StopReason::kNoSuccess;
  EXPECT_EQ(ExitCodeOf(result), kExitFailed);
  result = GoodResult();
  result.measurement.ok = 0;
  EXPECT_EQ(ExitCodeOf(result), kExitFailed);
}

TEST(LoadResultTest, NamesStatusCodes) {
  EXPECT_EQ(StatusName(0), "OK");
  EXPECT_EQ(StatusName(14), "UNAVAILABLE");
  EXPECT_EQ(StatusName(16), "UNAUTHENTICATED");
  EXPECT_EQ(StatusName(17), "CODE_17");
  EXPECT_EQ(StatusName(-1), "CODE_-1");
}

TEST(LoadResultTest, ComputesRates) {
  const Totals window = GoodResult().measurement.window;
  EXPECT_DOUBLE_EQ(CallsPerSecond(window), 1.5);
  EXPECT_DOUBLE_EQ(CpuSeconds(window), 0.5);
  EXPECT_DOUBLE_EQ(CallsPerCpuSecond(window), 6);
  EXPECT_EQ(CallsPerSecond(Totals()), 0);
  EXPECT_EQ(CallsPerCpuSecond(Totals()), 0);
}

TEST(LoadResultTest, AClientAtItsLimitMakesTheRunVoid) {
  LoadResult result = GoodResult();
  EXPECT_TRUE(VoidReasons(result).empty());
  result.measurement.window.user_cpu_ns = 3'700'000'000;
  EXPECT_EQ(VoidReasons(result).size(), 1u);
  result = GoodResult();
  for (int i = 0; i < 100; ++i) result.measurement.send_lag.Record(1);
  result.measurement.late = 5;
  EXPECT_EQ(VoidReasons(result).size(), 1u);
  // Waiting for the server is no fault of the client.
  result.measurement.late_by_limit = 5;
  EXPECT_TRUE(VoidReasons(result).empty());
}

TEST(JsonReportTest, HoldsTheWholeResult) {
  const nlohmann::json json = Json(GoodResult());
  EXPECT_EQ(json["schema"], "backwire-client/1");
  EXPECT_EQ(json["codec"], "generated");
  EXPECT_EQ(json["started_at"], "2020-09-13T12:26:40+00:00");
  EXPECT_EQ(json["stop_reason"], "completed");
  EXPECT_EQ(json["exit_code"], 0);
  EXPECT_EQ(json["plan"]["pace"]["loop"], "closed");
  EXPECT_EQ(json["plan"]["request"]["candidates"], 2000);
  EXPECT_EQ(json["window"]["requests_per_second"], 1.5);
  EXPECT_EQ(json["window"]["requests_per_client_cpu_second"], 6);
  EXPECT_EQ(json["window"]["response_bytes"], 3 * 540'934);
  EXPECT_EQ(json["calls"]["ok"], 3);
  EXPECT_EQ(json["statuses"][0]["name"], "OK");
  EXPECT_EQ(json["targets"][0]["target"], "127.0.0.1:50051");
  EXPECT_TRUE(json["segments"].empty());
  for (const char* key :
       {"failed_latency_ns", "service_time_ns", "send_lag_ns"}) {
    EXPECT_EQ(json[key]["count"], 0) << key;
  }
}

TEST(JsonReportTest, ExportsTheHistogramSoThatItCanBeRestored) {
  const LoadResult result = GoodResult();
  const nlohmann::json latency = Json(result)["latency_ns"];
  EXPECT_EQ(latency["count"], 3);
  EXPECT_EQ(latency["max"], 30'000'000);
  EXPECT_EQ(latency["percentiles"]["max"], 30'000'000);
  EXPECT_NEAR(latency["percentiles"]["p50"].get<double>(), 2e6, 2e3);
  std::vector<Histogram::Bucket> buckets;
  for (const auto& each : latency["buckets"]) {
    buckets.push_back({each[0], each[1], each[2]});
  }
  Histogram restored;
  ASSERT_TRUE(restored.Restore(buckets, latency["min"], latency["max"],
                               latency["sum"]));
  EXPECT_EQ(restored.Percentile(99), result.measurement.latency.Percentile(99));
}

TEST(JsonReportTest, SurvivesTextThatIsNoUtf8AndKeepsMetadataOut) {
  LoadResult result = GoodResult();
  result.plan.request.metadata = {{"authorization", "secret-token"}};
  result.measurement.by_status[13].count = 1;
  result.measurement.by_status[13].first_messages = {"bad \xff byte"};
  EXPECT_EQ(Json(result)["statuses"][1]["name"], "INTERNAL");
  EXPECT_EQ(ToJson(result).find("secret-token"), std::string::npos);
}

TEST(SummaryTest, ShowsFailuresMismatchesAndTheEnding) {
  LoadResult result = GoodResult();
  result.plan.verify.enabled = true;
  EXPECT_NE(Summary(result).find("every response was the expected one"),
            std::string::npos);
  result.measurement.failed = 2;
  result.measurement.by_status[14] = {2, {"refused", "reset"}};
  result.measurement.mismatches = 1;
  result.measurement.first_mismatch = "modified: response_id";
  result.measurement.stop_reason = StopReason::kNoSuccess;
  const std::string text = Summary(result);
  for (const char* part :
       {"3 ok, 2 failed", "2 UNAVAILABLE: refused | reset", "WRONG",
        "modified: response_id", "GIVEN UP", "p99.99", "codec generated"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
  }
  EXPECT_EQ(text.find("every response"), std::string::npos);
}

TEST(SummaryTest, FormatsNanoseconds) {
  EXPECT_EQ(FormatNanos(950), "950 ns");
  EXPECT_EQ(FormatNanos(12'340), "12.34 us");
  EXPECT_EQ(FormatNanos(4'560'000), "4.56 ms");
  EXPECT_EQ(FormatNanos(1.5e9), "1.5 s");
}

class OutputTest : public testing::Test {
 protected:
  OutputTest() {
    char name[] = "/tmp/backwire_output_test_XXXXXX";
    folder_ = mkdtemp(name);
  }
  ~OutputTest() override {
    std::remove(Path("file").c_str());
    std::remove(folder_.c_str());
  }

  std::string Path(const std::string& name) const {
    return folder_ + "/" + name;
  }

  std::string folder_;
};

TEST_F(OutputTest, WritesAndReplacesAFile) {
  ASSERT_TRUE(WriteOutput(Path("file"), "old text").ok());
  ASSERT_TRUE(WriteOutput(Path("file"), "new").ok());
  std::ostringstream text;
  text << std::ifstream(Path("file")).rdbuf();
  EXPECT_EQ(text.str(), "new");
}

TEST_F(OutputTest, SaysWhatItCannotWrite) {
  const absl::Status status = WriteOutput(Path("none/file"), "text");
  EXPECT_NE(status.message().find("none/file: No such file"),
            std::string::npos);
  EXPECT_FALSE(WriteOutput("/dev/full", "text").ok());
}

TEST_F(OutputTest, ChecksFoldersBeforeTheRun) {
  OutputPlan plan;
  plan.json_file = Path("file");
  EXPECT_TRUE(CheckOutputsWritable(plan).ok());
  plan.json_file = Path("none/file");
  EXPECT_FALSE(CheckOutputsWritable(plan).ok());
}

}  // namespace
}  // namespace backwire::client
