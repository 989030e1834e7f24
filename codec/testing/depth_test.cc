// Nesting around the limit of 100 levels, which messages, groups, unknown
// groups and map entries share.
#include <ostream>
#include <string>

#include "backwire/testing/differential.h"
#include "backwire/testing/wire_text.h"

namespace backwire::testing {
namespace {

// Puts a body one level, or a few, further down.
using Wrap = std::string (*)(const std::string& body);

std::string Nested(Wrap wrap, int depth, std::string body = "") {
  for (int i = 0; i < depth; ++i) body = wrap(body);
  return body;
}

std::string Len(const char* tag, const std::string& body) {
  return Wire(tag) + Prefixed(body);
}

std::string Entry(const char* tag, const std::string& value) {
  return Len(tag, Wire("1:LEN {\"k\"} 2:LEN") + Prefixed(value));
}

struct Level {
  const char* name;
  const char* type;
  const char* root;  // the tag around everything, in wire text; may be ""
  Wrap wrap;
};

void PrintTo(const Level& level, std::ostream* out) { *out << level.name; }

std::string Rooted(const Level& level, const std::string& body) {
  return *level.root == '\0' ? body : Len(level.root, body);
}

class DepthTest : public ::testing::TestWithParam<Level> {};

TEST_P(DepthTest, EndsWhereStockEnds) {
  const Level& level = GetParam();
  const TestedType* const type = FindTestedType(level.type);
  ASSERT_NE(type, nullptr);
  bool accepted_before = true;
  int borders = 0;
  for (int depth = 1; depth <= 103; ++depth) {
    const std::string bytes = Rooted(level, Nested(level.wrap, depth));
    const ExpectedDecode expected(*type, bytes);
    EXPECT_TRUE(expected.Holds({})) << "  depth " << depth;
    EXPECT_TRUE(expected.Holds(EveryBytes(bytes.size(), 13)));
    if (expected.accepted() == accepted_before) continue;
    ++borders;
    accepted_before = expected.accepted();
    EXPECT_TRUE(expected.HoldsForAllCuts(100));
    EXPECT_TRUE(
        ExpectedDecode(*type, Rooted(level, Nested(level.wrap, depth - 1)))
            .HoldsForAllCuts(100));
  }
  EXPECT_EQ(borders, 1) << "the depths do not span the limit";
}

INSTANTIATE_TEST_SUITE_P(
    Levels, DepthTest,
    ::testing::Values(
        Level{"singular", "kinds3.Tree", "",
              [](const std::string& b) { return Len("2:LEN", b); }},
        Level{"repeated", "kinds3.Tree", "",
              [](const std::string& b) { return Len("3:LEN", b); }},
        Level{"oneof", "kinds3.Tree", "",
              [](const std::string& b) { return Len("5:LEN", b); }},
        Level{"map", "kinds3.Tree", "",
              [](const std::string& b) { return Entry("4:LEN", b); }},
        // Not the plain form of an entry.
        Level{"map_value_first", "kinds3.Tree", "",
              [](const std::string& b) {
                return Len("4:LEN", Len("2:LEN", b) + Wire("1:LEN {}"));
              }},
        Level{"mutual", "kinds3.Ping", "",
              [](const std::string& b) {
                return Len("1:LEN", Len("16:LEN", b));
              }},
        Level{"unknown_group", "kinds3.Tree", "",
              [](const std::string& b) {
                return Wire("77:SGROUP") + b + Wire("77:EGROUP");
              }},
        Level{"unknown_group_below", "kinds3.Tree", "2:LEN",
              [](const std::string& b) {
                return Wire("2:SGROUP") + b + Wire("2:EGROUP");
              }},
        Level{"unknown_group_in_entry", "kinds3.Tree", "4:LEN",
              [](const std::string& b) {
                return Wire("7:SGROUP") + b + Wire("7:EGROUP");
              }},
        Level{"group", "kinds2.GroupChain", "",
              [](const std::string& b) {
                return Wire("1:SGROUP 3:SGROUP 1:LEN") + Prefixed(b) +
                       Wire("3:EGROUP 1:EGROUP");
              }},
        Level{"repeated_group", "kinds2.Groups", "",
              [](const std::string& b) {
                return Wire("16:SGROUP 2:LEN") + Prefixed(b) +
                       Wire("16:EGROUP");
              }},
        Level{"stock_value", "imports.WellKnown", "4:LEN",
              [](const std::string& b) {
                return Len("5:LEN", Entry("1:LEN", b));
              }},
        Level{
            "stock_list", "imports.WellKnown", "5:LEN",
            [](const std::string& b) { return Len("1:LEN", Len("6:LEN", b)); }},
        Level{"stock_plain", "imports.Foreign", "2:LEN",
              [](const std::string& b) {
                return Wire("6:SGROUP") + Len("1:LEN", b) + Wire("6:EGROUP");
              }},
        Level{"stock_unknown_group", "imports.Foreign", "1:LEN",
              [](const std::string& b) {
                return Wire("99:SGROUP") + b + Wire("99:EGROUP");
              }},
        Level{"stock_group", "kinds2.HoldsExtendable", "",
              [](const std::string& b) {
                return Wire("6:SGROUP 2:SGROUP") + Len("2:LEN", b) +
                       Wire("2:EGROUP 6:EGROUP");
              }},
        Level{"code_size", "code_size.Small", "",
              [](const std::string& b) { return Len("6:LEN", b); }}),
    [](const auto& info) { return info.param.name; });

// For every number of levels of one kind, as many of the other as reach the
// limit, one less and one more.
TEST(SharedDepthTest, KindsCountTogether) {
  const TestedType* const type = FindTestedType("kinds3.Tree");
  ASSERT_NE(type, nullptr);
  constexpr Wrap kMessage = [](const std::string& b) {
    return Len("3:LEN", b);
  };
  constexpr Wrap kEntry = [](const std::string& b) {
    return Entry("4:LEN", b);
  };
  constexpr Wrap kGroup = [](const std::string& b) {
    return Wire("9:SGROUP") + b + Wire("9:EGROUP");
  };
  for (int groups = 0; groups <= 101; groups += 3) {
    for (int total = 99; total <= 101; ++total) {
      if (total < groups) continue;
      const int entries = (total - groups) / 4;
      const int messages = total - groups - 2 * entries;
      std::string body = Nested(kGroup, groups);
      body = Nested(kEntry, entries, body);
      const ExpectedDecode expected(*type, Nested(kMessage, messages, body));
      EXPECT_EQ(expected.accepted(), total <= 100);
      EXPECT_TRUE(expected.Holds({})) << "  " << groups << " groups";
      EXPECT_TRUE(expected.Holds({body.size()}));
    }
  }
}

}  // namespace
}  // namespace backwire::testing
