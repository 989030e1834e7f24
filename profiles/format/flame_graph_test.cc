#include "profiles/format/flame_graph.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace backwire::profiles {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(FlameGraphTest, PutsCalleesBelowTheirCallers) {
  FlameGraph graph("CPU", "samples");
  graph.Add({"leaf", "main"}, 30);
  graph.Add({"other", "main"}, 50);
  graph.Add({"main"}, 20);
  graph.Add({"never"}, 0);
  EXPECT_EQ(graph.total(), 100);
  EXPECT_THAT(graph.ToHtml(),
              HasSubstr(R"({"unit":"samples","root":["all",100,["main",100,)"
                        R"(["leaf",30],["other",50]]]})"));
}

TEST(FlameGraphTest, ShowsNamesAsText) {
  FlameGraph graph("<b>&", "samples");
  graph.Add({"</script><script>alert(1)\"\\\n\xff"}, 1);
  const std::string page = graph.ToHtml();
  EXPECT_THAT(page, HasSubstr("<title>&lt;b&gt;&amp;</title>"));
  EXPECT_THAT(page, HasSubstr(R"(["\u003c/script>\u003cscript>alert(1))"
                              R"(\u0022\u005c\u000a?",1])"));
}

TEST(FlameGraphTest, LoadsNothingFromElsewhere) {
  const std::string page = FlameGraph("CPU", "samples").ToHtml();
  for (const char* text : {"http:", "https:", "src=", "href=", "@import"}) {
    EXPECT_THAT(page, Not(HasSubstr(text)));
  }
}

TEST(FlameGraphTest, LeavesOutWhatNobodyCouldSee) {
  FlameGraph graph("CPU", "samples");
  graph.Add({"wide"}, 100000);
  graph.Add({"narrow"}, 9);
  const std::string page = graph.ToHtml();
  EXPECT_THAT(page, HasSubstr("wide"));
  EXPECT_THAT(page, Not(HasSubstr("narrow")));
}

TEST(FlameGraphTest, NamesFramesByTheirFileIfByNothingElse) {
  RawProfile profile;
  profile.value_types = {{"samples", "count"}, {"cpu", "nanoseconds"}};
  profile.mappings = {{0x1000, 0x2000, 0, "/lib/libx.so"}};
  profile.stacks = {{{0x1100, 0x1200, 0x9000}, {3, 30}}};
  const Symbolizer symbolize = [](uint64_t address) {
    return address == 0x1200 ? "named" : "";
  };
  EXPECT_THAT(
      MakeFlameGraph(profile, 0, symbolize, "t").ToHtml(),
      HasSubstr(R"("unit":"samples","root":["all",3,["[unknown]",3,["named",3,)"
                R"(["[libx.so]",3]]]])"));
  EXPECT_THAT(MakeFlameGraph(profile, 1, symbolize, "t").ToHtml(),
              HasSubstr(R"("unit":"nanoseconds","root":["all",30,)"));
}

}  // namespace
}  // namespace backwire::profiles
