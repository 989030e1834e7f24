#include "backwire/admin/status_page.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace backwire::admin {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(StatusPageTest, ShowsCodecRowsCountersAndLinks) {
  StatusContent content;
  content.title = "candidates";
  content.codec = CodecName::kParity;
  content.rows = {{"workload", "metadata"}};
  content.counters.types.emplace_back();
  content.counters.types.back().type_name = "a.B";
  content.counters.types.back().encoded_messages = 77;
  content.counters.fall_through_encodes = 5;
  content.links = {{"/metrics", "Prometheus text"}};
  const std::string page = RenderStatusPage(content);
  EXPECT_THAT(page, HasSubstr("<h1>candidates</h1>"));
  EXPECT_THAT(page, HasSubstr("<th>codec</th><td>parity</td>"));
  EXPECT_THAT(page, HasSubstr("<th>workload</th><td>metadata</td>"));
  EXPECT_THAT(page, HasSubstr("<td>a.B</td><td class=\"n\">77</td>"));
  EXPECT_THAT(page, HasSubstr("5 encoded"));
  EXPECT_THAT(page, HasSubstr("<a href=\"/metrics\">"));
}

TEST(StatusPageTest, EscapesText) {
  StatusContent content;
  content.title = "<script>";
  content.rows = {{"a&b", "\"quoted\" 'text' <b>"}};
  const std::string page = RenderStatusPage(content);
  EXPECT_THAT(page, Not(HasSubstr("<script>")));
  EXPECT_THAT(page, HasSubstr("a&amp;b"));
  EXPECT_THAT(page, HasSubstr("&quot;quoted&quot; &#39;text&#39; &lt;b&gt;"));
}

TEST(StatusPageTest, DescribesTheProcess) {
  std::string names;
  for (const StatusRow& row : ProcessRows("cpu")) {
    names += row.name + ",";
    EXPECT_FALSE(row.value.empty()) << row.name;
    if (row.name != "running capture") continue;
    EXPECT_EQ(row.value, "cpu");
  }
  EXPECT_THAT(names, HasSubstr("uptime,"));
  EXPECT_THAT(names, HasSubstr("running capture,"));
}

}  // namespace
}  // namespace backwire::admin
