#include <gtest/gtest.h>
#include <stdlib.h>

#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "client/plan/exit_code.h"
#include "client/report/figures.h"
#include "client/report/json_report.h"
#include "client/report/latency_chart.h"
#include "client/report/load_result.h"
#include "client/report/output.h"
#include "client/report/summary.h"
#include "client/report/tables.h"

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

void ExpectContains(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << part << " in:\n" << text;
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

RunFigures Figures(const LoadResult& result) {
  const absl::StatusOr<RunFigures> run = ReadFigures(ToJson(result));
  EXPECT_TRUE(run.ok()) << run.status();
  return run.ok() ? *run : RunFigures();
}

const Figure& FigureOf(const RunFigures& run, const std::string& key) {
  for (const Figure& figure : run.figures) {
    if (figure.key == key) return figure;
  }
  ADD_FAILURE() << key;
  return run.figures.front();
}

TEST(FiguresTest, ComeFromTheJsonForm) {
  const RunFigures run = Figures(GoodResult());
  EXPECT_EQ(FigureOf(run, "requests_per_second").value, 1.5);
  EXPECT_EQ(FigureOf(run, "latency_max_ns").Text(), "30 ms");
  EXPECT_EQ(FigureOf(run, "ok").value, 3);
  EXPECT_EQ(run.latency_buckets.size(), 3u);
  EXPECT_EQ(run.description.codec, "generated");
  EXPECT_EQ(run.description.loop, "closed, 8 calls");
  EXPECT_EQ(run.description.request, "generate, 2000 candidates");
  EXPECT_TRUE(run.description.sound);
}

TEST(FiguresTest, RefuseWhatIsNoResult) {
  for (const char* text :
       {"", "[]", "{", "{}", "{\"schema\": \"other/1\"}",
        "{\"schema\": \"backwire-client/1\"}",
        "{\"schema\": \"backwire-client/1\", \"window\": 5}"}) {
    EXPECT_FALSE(ReadFigures(text).ok()) << text;
  }
  std::string json = ToJson(GoodResult());
  json.replace(json.find("\"mean\": "), 8, "\"mean\":\"\",\"x\":");
  EXPECT_FALSE(ReadFigures(json).ok());
  json = ToJson(GoodResult());
  json.replace(json.find("\"count\": 3"), 10, "\"count\": \"\"");
  EXPECT_FALSE(ReadFigures(json).ok());
}

TEST(TablesTest, CsvHasOneValueANameAndQuotesWhatNeedsIt) {
  LoadResult result = GoodResult();
  result.plan.output.name = "a \"quoted\", name";
  const std::string csv = ToCsv(Figures(result));
  const std::string head = csv.substr(0, csv.find('\n'));
  EXPECT_EQ(head.rfind("name,started_at,codec,", 0), 0u);
  ExpectContains(csv, "\n\"a \"\"quoted\"\", name\",2020-09-13");
  ExpectContains(csv, ",30000000,");
}

TEST(TablesTest, MarkdownAndHtmlEscapeTexts) {
  LoadResult result = GoodResult();
  result.plan.output.name = "<b>|x";
  const RunFigures run = Figures(result);
  ExpectContains(ToMarkdown(run), "| name | <b>\\|x |");
  const std::string html = ToHtml(run);
  ExpectContains(html, "&lt;b&gt;|x");
  ExpectContains(html, "<svg");
  EXPECT_EQ(html.find("<b>"), std::string::npos);
}

TEST(TablesTest, EveryFormBreaksTheCallsDownByStatus) {
  LoadResult result = GoodResult();
  result.measurement.by_status[14] = {2, {"refused", "<reset>"}};
  const RunFigures run = Figures(result);
  const std::string csv = ToCsv(run);
  ExpectContains(csv, ",statuses\n");
  ExpectContains(csv, ",OK=3 UNAVAILABLE=2\n");
  const std::string markdown = ToMarkdown(run);
  ExpectContains(markdown, "| status OK | 3 |\n");
  ExpectContains(markdown, "| status UNAVAILABLE | 2: refused \\| <reset> |\n");
  ExpectContains(ToHtml(run),
                 "<tr><th>status UNAVAILABLE</th><td>2: refused | "
                 "&lt;reset&gt;</td></tr>");
  const std::string compared = CompareRuns(Figures(GoodResult()), run);
  ExpectContains(compared, "| status OK | 3 | 3 | |\n");
  ExpectContains(compared, "| status UNAVAILABLE | 0 | 2 | |\n");
}

TEST(TablesTest, ChartNeedsCalls) {
  EXPECT_EQ(LatencyChart({}), "");
  const std::string svg = LatencyChart({{1e6, 10}, {2e6, 5}});
  ExpectContains(svg, "10 calls");
  ExpectContains(svg, "5 calls");
  ExpectContains(svg, "height=\"200.0\"");
  ExpectContains(svg, "height=\"100.0\"");
}

TEST(TablesTest, ComparisonSaysWhatIsBetterAndWhatIsNotComparable) {
  LoadResult slow = GoodResult(), fast = GoodResult();
  fast.measurement.window.ok = 6;
  const std::string good = CompareRuns(Figures(slow), Figures(fast));
  ExpectContains(good, "| calls per second | 1.5 | 3.0 | 2.000x better |");
  ExpectContains(good, "| latency max | 30 ms | 30 ms | 1.000x |");
  EXPECT_EQ(good.find("not sound"), std::string::npos);
  fast.plan.pace.concurrency = 9;
  fast.measurement.failed = 1;
  const std::string bad = CompareRuns(Figures(slow), Figures(fast));
  ExpectContains(bad, "The second run is not sound");
  ExpectContains(bad, "The runs did different things");
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
