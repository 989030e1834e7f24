#include "server/log/event_log.h"

#include <nlohmann/json.hpp>

#include "backwire/registry/log.h"
#include "gtest/gtest.h"

namespace backwire::server {
namespace {

constexpr char kTime[] = "2026-01-02T03:04:05.678Z";

TEST(EventLogTest, WritesPlainValuesAsTheyAreAndQuotesOthers) {
  EXPECT_EQ(FormatEvent(LogFormat::kText, kTime, LogLevel::kInfo, "serving",
                        {{"port", "50051"},
                         {"text", "two words"},
                         {"empty", ""},
                         {"quoted", "a\"b"},
                         {"lines", "a\nb"}}),
            "time=2026-01-02T03:04:05.678Z level=INFO event=serving "
            "port=50051 text=\"two words\" empty=\"\" quoted=\"a\\\"b\" "
            "lines=\"a\\nb\"\n");
}

TEST(EventLogTest, WritesOneJsonObjectALine) {
  const std::string line =
      FormatEvent(LogFormat::kJson, kTime, LogLevel::kError, "failed",
                  {{"message", "a\n\"b\""}, {"port", "1"}});
  EXPECT_EQ(line.find('\n'), line.size() - 1);
  const auto json = nlohmann::json::parse(line);
  EXPECT_EQ(json["time"], kTime);
  EXPECT_EQ(json["level"], "ERROR");
  EXPECT_EQ(json["event"], "failed");
  EXPECT_EQ(json["message"], "a\n\"b\"");
  EXPECT_EQ(json["port"], "1");
}

TEST(EventLogTest, ReplacesBytesThatAreNotUtf8) {
  for (const LogFormat format : {LogFormat::kText, LogFormat::kJson}) {
    const std::string line = FormatEvent(format, kTime, LogLevel::kInfo, "e",
                                         {{"message",
                                           "a\xff"
                                           "b"}});
    EXPECT_NE(line.find("a\xEF\xBF\xBD"
                        "b"),
              line.npos)
        << line;
  }
}

std::string Logged(LogLevel lowest, void (*log)()) {
  LogOptions options;
  options.level = lowest;
  InitLog(options);
  testing::internal::CaptureStderr();
  log();
  std::string text = testing::internal::GetCapturedStderr();
  InitLog(LogOptions());
  return text;
}

TEST(EventLogTest, LeavesOutLowerLevels) {
  const auto log = [] {
    LogEvent(LogLevel::kInfo, "low", {});
    LogEvent(LogLevel::kWarning, "middle", {});
    LogEvent(LogLevel::kError, "high", {});
  };
  const std::string text = Logged(LogLevel::kWarning, log);
  EXPECT_EQ(text.find("event=low"), text.npos);
  EXPECT_NE(text.find("level=WARNING event=middle\n"), text.npos);
  EXPECT_NE(text.find("level=ERROR event=high\n"), text.npos);
}

TEST(EventLogTest, TakesTheLinesOfTheCodecLibrary) {
  const auto log = [] { Log(LogSeverity::kWarning, "unknown codec"); };
  EXPECT_NE(Logged(LogLevel::kInfo, log)
                .find("level=WARNING event=codec message=\"unknown codec\"\n"),
            std::string::npos);
}

}  // namespace
}  // namespace backwire::server
