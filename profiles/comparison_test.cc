#include "profiles/comparison.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "profiles/testing_profile.h"

namespace backwire::profiles {
namespace {

using testing::HasSubstr;

constexpr char kEncode[] = "backwire::grpc_glue::EncodeStock@server";

std::string ClientJson(int ok, double seconds, int failed = 0) {
  return absl::StrCat(R"({"calls": {"ok": )", ok, R"(, "failed": )", failed,
                      R"(}, "window": {"seconds": )", seconds,
                      R"(, "user_cpu_seconds": 1, "system_cpu_seconds": 0.5},
      "latency_ns": {"percentiles": {"p50": 2000000, "p99": 9500000}}})");
}

// Two runs of 10 s: 100 requests in 2 CPU seconds, 120 in 2; one in four
// samples is encoding.
constexpr char kManifest[] = R"({
  "format": 1, "codec": "CODEC", "commit": "abc", "machine": "test machine",
  "versions": "gRPC 1", "load": {"workload": "metadata", "candidates": 2000, "concurrency": 2},
  "runs": [
    {"cpu_profile": "cpu.pb.gz", "client": "1.json", "server_cpu_seconds": CPU,
     "timers": {"encode_seconds": 0.25, "decode_seconds": 0.125}},
    {"cpu_profile": "cpu.pb.gz", "client": "2.json", "server_cpu_seconds": CPU,
     "timers": {"encode_seconds": 0.75, "decode_seconds": 0.125}}
  ],
  "perf": {"samples": 200, "encode": 44, "decode": 10},
  "allocations": {"profile": "allocs.pb.gz", "client": "1.json",
                  "sampled_every": 10}
})";

class ComparisonTest : public testing::Test {
 protected:
  void AddCodec(const std::string& codec, const std::string& cpu_seconds) {
    const std::string folder = Name(codec);
    WriteTestFile(folder + "manifest.json",
                  absl::StrReplaceAll(
                      kManifest, {{"CODEC", codec}, {"CPU", cpu_seconds}}));
    WriteTestFile(folder + "1.json", ClientJson(100, 10));
    WriteTestFile(folder + "2.json", ClientJson(120, 10));
    ProfileBuilder::Cpu()
        .Add({kEncode}, {50, 0})
        .Add({"operator new@server"}, {150, 0})
        .Write(folder + "cpu.pb.gz");
    ProfileBuilder::Allocations()
        .Add({kEncode}, {5000, 64000})
        .Add({"operator new@server"}, {15000, 136000})
        .Write(folder + "allocs.pb.gz");
  }

  void Change(const std::string& file, const std::string& from,
              const std::string& to) {
    const std::string text = absl::StrReplaceAll(kManifest, {{from, to}});
    WriteTestFile(
        Name("stock") + file,
        absl::StrReplaceAll(text, {{"CODEC", "stock"}, {"CPU", "2"}}));
  }

  std::string Name(const std::string& codec) const {
    return absl::StrCat(TestName(), "/", codec, "/");
  }
  std::string Folder() const { return TestFolder() + "/" + TestName(); }
  static std::string TestName() {
    return testing::UnitTest::GetInstance()->current_test_info()->name();
  }
};

TEST_F(ComparisonTest, ComputesOneRow) {
  AddCodec("stock", "2");
  const auto manifests = ReadManifests(Folder());
  ASSERT_TRUE(manifests.ok()) << manifests.status();
  const auto comparison = Compare(*manifests, 100);
  ASSERT_TRUE(comparison.ok()) << comparison.status();
  ASSERT_EQ(comparison->rows.size(), 1u);
  const CodecRow& row = comparison->rows[0];
  EXPECT_EQ(row.codec, "stock");
  EXPECT_EQ(row.cpu_samples, 400);
  EXPECT_DOUBLE_EQ(row.sampled_cpu_ratio, 1);
  EXPECT_DOUBLE_EQ(row.encode.value, 0.25);
  EXPECT_DOUBLE_EQ(row.allocation.value, 0.75);
  EXPECT_DOUBLE_EQ(*row.encode_by_timers, 0.25);
  EXPECT_DOUBLE_EQ(*row.decode_by_timers, 0.0625);
  EXPECT_DOUBLE_EQ(row.encode_by_perf->value, 0.22);
  EXPECT_DOUBLE_EQ(row.decode_by_perf->value, 0.05);
  EXPECT_DOUBLE_EQ(row.requests_per_second.median, 11);
  EXPECT_DOUBLE_EQ(row.requests_per_second.max, 12);
  EXPECT_DOUBLE_EQ(row.requests_per_cpu_second.min, 50);
  EXPECT_DOUBLE_EQ(row.requests_per_cpu_second.max, 60);
  EXPECT_DOUBLE_EQ(row.p99_ms.median, 9.5);
  EXPECT_DOUBLE_EQ(*row.allocations_per_response, 200);
  EXPECT_DOUBLE_EQ(*row.allocated_bytes_per_response, 2000);
  EXPECT_DOUBLE_EQ(row.allocations_in_codec->value, 0.25);
  EXPECT_FALSE(row.saving_of_generated.has_value());
}

TEST_F(ComparisonTest, OrdersFromSlowToFastAndComputesTheSaving) {
  AddCodec("generated", "1");
  AddCodec("reflective", "4");
  AddCodec("stock", "2");
  const auto comparison = Compare(*ReadManifests(Folder()), 100);
  ASSERT_TRUE(comparison.ok()) << comparison.status();
  ASSERT_EQ(comparison->rows.size(), 3u);
  EXPECT_EQ(comparison->rows[0].codec, "reflective");
  EXPECT_EQ(comparison->rows[1].codec, "stock");
  EXPECT_EQ(comparison->rows[2].codec, "generated");
  const Spread& saving = *comparison->rows[1].saving_of_generated;
  EXPECT_DOUBLE_EQ(saving.median, 0.5);
  EXPECT_DOUBLE_EQ(saving.min, 1 - 60.0 / 100);
  EXPECT_DOUBLE_EQ(saving.max, 1 - 50.0 / 120);
  EXPECT_DOUBLE_EQ(comparison->rows[0].saving_of_generated->median, 0.75);
  EXPECT_FALSE(comparison->rows[2].saving_of_generated.has_value());
}

CodecRow RowOf(const char* codec, double encode, double decode) {
  CodecRow row;
  row.codec = codec;
  row.encode = {encode, encode - 0.125, encode + 0.125};
  row.decode = {decode, decode, decode};
  return row;
}

TEST(SavingByShares, ComparesWhatIsLeftBesidesTheCodec) {
  // Besides the codec: half of one, three quarters of the other.
  std::vector<CodecRow> rows = {RowOf("stock", 0.25, 0.25),
                                RowOf("generated", 0.125, 0.125),
                                RowOf("builder", 0, 0)};
  AddSavings(rows);
  const Spread& saving = *rows[0].saving_by_shares;
  EXPECT_DOUBLE_EQ(saving.median, 1 - 0.5 / 0.75);
  EXPECT_DOUBLE_EQ(saving.min, 1 - 0.625 / 0.625);
  EXPECT_DOUBLE_EQ(saving.max, 1 - 0.375 / 0.875);
  EXPECT_FALSE(rows[1].saving_by_shares.has_value());
  // It builds no message, so all else is not the same.
  EXPECT_FALSE(rows[2].saving_by_shares.has_value());
}

TEST_F(ComparisonTest, PrintsTextMarkdownAndJson) {
  AddCodec("generated", "1");
  AddCodec("stock", "2");
  const Comparison comparison = *Compare(*ReadManifests(Folder()), 100);
  const std::string text = ToText(comparison);
  EXPECT_THAT(text,
              HasSubstr("workload metadata, 2000 candidates a response, 2 "
                        "calls at a time"));
  EXPECT_THAT(text, HasSubstr("50.0 (40.0 to 58.3) %"));
  EXPECT_THAT(text, HasSubstr("test machine; commit abc; gRPC 1"));
  const std::string markdown = ToMarkdown(comparison);
  EXPECT_THAT(markdown, HasSubstr("| per codec | stock | generated |\n"
                                  "|---|---:|---:|\n"));
  EXPECT_THAT(markdown, HasSubstr("| allocations per response | 200 | 200 |"));
  const std::string json = ToJson(comparison);
  EXPECT_THAT(json, HasSubstr("\"saving_of_generated\""));
  EXPECT_THAT(json, HasSubstr("\"saving_by_shares\""));
  EXPECT_THAT(json, HasSubstr("\"requests_per_cpu_second\""));
}

TEST_F(ComparisonTest, LeavesOutWhatWasNotMeasured) {
  AddCodec("stock", "2");
  Change("manifest.json", "\"perf\"", "\"not_perf\"");
  const Comparison comparison = *Compare(*ReadManifests(Folder()), 100);
  EXPECT_THAT(ToText(comparison), HasSubstr("encode, by the codec's timers"));
  EXPECT_THAT(ToText(comparison), testing::Not(HasSubstr("by perf")));
  EXPECT_THAT(ToJson(comparison), testing::Not(HasSubstr("by_perf")));
}

TEST_F(ComparisonTest, RefusesRunsThatCannotBeCompared) {
  AddCodec("generated", "1");
  AddCodec("stock", "2");
  const std::pair<const char*, const char*> changes[] = {
      {"\"candidates\": 2000", "\"candidates\": 100"},
      {"\"concurrency\": 2", "\"concurrency\": 4"},
      {"test machine", "other machine"},
      {"metadata", "similarity"},
      {"abc", "def"},
      {"\"CODEC\"", "\"generated\""},
  };
  for (const auto& [from, to] : changes) {
    Change("manifest.json", from, to);
    EXPECT_EQ(Compare(*ReadManifests(Folder()), 100).status().code(),
              absl::StatusCode::kInvalidArgument)
        << to;
  }
}

TEST_F(ComparisonTest, RefusesMalformedManifests) {
  AddCodec("stock", "2");
  const std::pair<const char*, const char*> changes[] = {
      {"\"format\": 1", "\"format\": 2"},
      {"\"codec\"", "\"codek\""},
      {"\"candidates\": 2000", "\"candidates\": \"many\""},
      {"\"candidates\": 2000", "\"candidates\": -1"},
      {"\"candidates\": 2000", "\"candidates\": 1e300"},
      {"\"candidates\": 2000", "\"candidates\": 0.5"},
      {"\"sampled_every\": 10", "\"sampled_every\": 1e19"},
      {"\"runs\"", "\"walks\""},
      {"\"encode\": 44", "\"encode\": 201"},
      {"\"samples\": 200", "\"samples\": 0"},
      {"\"decode_seconds\": 0.125", "\"decode_seconds\": -1"},
      {"\"server_cpu_seconds\": CPU", "\"server_cpu_seconds\": 0"},
      {"\"sampled_every\": 10", "\"sampled_every\": 0"},
      {"{\n", "[\n"},
  };
  for (const auto& [from, to] : changes) {
    Change("manifest.json", from, to);
    const absl::Status status = ReadManifests(Folder()).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << to;
    EXPECT_THAT(std::string(status.message()), HasSubstr("manifest.json"))
        << to;
  }
  Change("manifest.json", "1.json", "absent.json");
  EXPECT_EQ(ReadManifests(Folder()).status().code(),
            absl::StatusCode::kNotFound);
}

TEST_F(ComparisonTest, RefusesRunsWithFailedOrNoCalls) {
  AddCodec("stock", "2");
  WriteTestFile(Name("stock") + "2.json", ClientJson(100, 10, /*failed=*/1));
  EXPECT_EQ(ReadManifests(Folder()).status().code(),
            absl::StatusCode::kFailedPrecondition);
  WriteTestFile(Name("stock") + "2.json",
                absl::StrReplaceAll(ClientJson(100, 10),
                                    {{"{\"calls\"",
                                      "{\"void_reasons\": [\"too slow\"], "
                                      "\"calls\""}}));
  EXPECT_THAT(std::string(ReadManifests(Folder()).status().message()),
              HasSubstr("(too slow); it is void"));
  WriteTestFile(Name("stock") + "2.json", ClientJson(0, 10));
  EXPECT_EQ(ReadManifests(Folder()).status().code(),
            absl::StatusCode::kFailedPrecondition);
}

TEST_F(ComparisonTest, SaysWhenThereIsNothingToCompare) {
  EXPECT_EQ(ReadManifests(Folder()).status().code(),
            absl::StatusCode::kNotFound);
}

}  // namespace
}  // namespace backwire::profiles
