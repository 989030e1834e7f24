#include "backwire/admin/metrics.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "prometheus/counter.h"
#include "prometheus/registry.h"
#include "prometheus/text_serializer.h"

namespace backwire::admin {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string CodecText(CodecName codec, const CodecCounters& counters) {
  return prometheus::TextSerializer().Serialize(CodecMetrics(codec, counters));
}

TEST(MetricsTest, NamesTheActiveCodec) {
  EXPECT_THAT(CodecText(CodecName::kReflective, {}),
              HasSubstr("backwire_active_codec{codec=\"reflective\"} 1"));
}

TEST(MetricsTest, CountsByMessageType) {
  CodecCounters counters;
  TypeCounters type;
  type.type_name = "candidates.v1.GenerateResponse";
  type.encoded_messages = 3;
  type.encoded_bytes = 1620000;
  type.parity_differences = 2;
  type.parity_skipped = 4;
  counters.types.push_back(type);
  counters.fall_through_decodes = 9;
  const std::string text = CodecText(CodecName::kGenerated, counters);
  const std::string labels =
      "{codec=\"generated\",type=\"candidates.v1.GenerateResponse\"} ";
  EXPECT_THAT(text,
              HasSubstr("backwire_encoded_messages_total" + labels + "3"));
  EXPECT_THAT(text,
              HasSubstr("backwire_encoded_bytes_total" + labels + "1620000"));
  EXPECT_THAT(text,
              HasSubstr("backwire_parity_differences_total" + labels + "2"));
  EXPECT_THAT(text, HasSubstr("backwire_parity_skipped_total" + labels + "4"));
  EXPECT_THAT(text, HasSubstr("backwire_fall_through_messages_total{codec="
                              "\"generated\",direction=\"decode\"} 9"));
}

TEST(MetricsTest, SumsUpTheTimesOfTimedMessages) {
  CodecCounters counters;
  TypeCounters type;
  type.type_name = "a.Timed";
  type.encoded_messages = 200;
  type.timed_encodes = 3;
  type.timed_encode_ns = 4500000;
  counters.types.push_back(type);
  const std::string text = CodecText(CodecName::kGenerated, counters);
  const std::string labels = "{codec=\"generated\",type=\"a.Timed\"} ";
  EXPECT_THAT(text, HasSubstr("backwire_encode_seconds_count" + labels + "3"));
  EXPECT_THAT(text,
              HasSubstr("backwire_encode_seconds_sum" + labels + "0.0045"));
  EXPECT_THAT(text, Not(HasSubstr("backwire_decode_seconds")));
}

TEST(MetricsTest, LeavesOutTypesThatWereNeverUsed) {
  CodecCounters counters;
  counters.types.push_back(TypeCounters{});
  counters.types.back().type_name = "a.Unused";
  EXPECT_THAT(CodecText(CodecName::kGenerated, counters),
              Not(HasSubstr("a.Unused")));
}

TEST(MetricsTest, ShowsWhatViewsReceivedAndHold) {
  EXPECT_TRUE(ViewMetrics({}).empty());
  const std::string text = prometheus::TextSerializer().Serialize(
      ViewMetrics({{"a.Seen", {5, 2, 700, 64}}, {"a.Gone", {1, 0, 8, 0}}}));
  EXPECT_THAT(text, HasSubstr("# TYPE backwire_view_messages_total counter"));
  EXPECT_THAT(text, HasSubstr("# TYPE backwire_view_pinned_bytes gauge"));
  for (const char* line :
       {"backwire_view_messages_total{type=\"a.Seen\"} 5",
        "backwire_view_refused_messages_total{type=\"a.Seen\"} 2",
        "backwire_view_bytes_total{type=\"a.Seen\"} 700",
        "backwire_view_pinned_bytes{type=\"a.Seen\"} 64",
        "backwire_view_pinned_bytes{type=\"a.Gone\"} 0"}) {
    EXPECT_THAT(text, HasSubstr(line));
  }
}

TEST(MetricsTest, ExportsTheViewsOfTheProcess) {
  ViewCounter& counter = ViewCounter::Of("a.Exported");
  counter.CountMessage(12, /*accepted=*/true);
  counter.Pin(12);
  EXPECT_THAT(MetricsText(nullptr, ""),
              HasSubstr("backwire_view_pinned_bytes{type=\"a.Exported\"} 12"));
  counter.Unpin(12);
  EXPECT_THAT(MetricsText(nullptr, ""),
              HasSubstr("backwire_view_pinned_bytes{type=\"a.Exported\"} 0"));
  EXPECT_THAT(MetricsText(nullptr, ""),
              HasSubstr("backwire_view_messages_total{type=\"a.Exported\"} 1"));
}

TEST(MetricsTest, ExportsTheServicesRegistryAndTheProcess) {
  prometheus::Registry registry;
  prometheus::BuildCounter()
      .Name("requests_total")
      .Help("Requests")
      .Register(registry)
      .Add({})
      .Increment(42);
  const std::string text = MetricsText(&registry, "allocs");
  EXPECT_THAT(text, HasSubstr("requests_total 42"));
  EXPECT_THAT(text, HasSubstr("process_cpu_seconds_total 0."));
  EXPECT_THAT(text, HasSubstr("backwire_capture_running{kind=\"allocs\"} 1"));
  EXPECT_THAT(text, HasSubstr("backwire_capture_running{kind=\"cpu\"} 0"));
}

}  // namespace
}  // namespace backwire::admin
