// The inputs at which a decoder by reflection easily parts from stock's
// generated code.
#include "backwire/reflective/decode.h"

#include <string>
#include <string_view>

#include "backwire/compat/protobuf_version.h"
#include "backwire/reflective/reflective_test_types.h"
#include "backwire/testing/differential.h"
#include "backwire/testing/wire_text.h"

namespace backwire::reflective {
namespace {

using testing::ExpectedDecode;
using testing::Wire;

constexpr char kExtended[] = "backwire.reflective.testdata.Extended";

struct Case {
  const char* type;
  std::string_view input;  // in the form of backwire/testing/wire_text.h
  bool accepted;
};

class DecodeReflectiveTest : public ::testing::TestWithParam<Case> {};

TEST_P(DecodeReflectiveTest, DecodesAsStock) {
  const testing::SilentLog silent;
  const ExpectedDecode expected(ReflectedType(GetParam().type),
                                Wire(GetParam().input));
  EXPECT_EQ(expected.accepted(), GetParam().accepted);
  EXPECT_TRUE(expected.HoldsForAllCuts());
}

INSTANTIATE_TEST_SUITE_P(
    Maps, DecodeReflectiveTest,
    ::testing::Values(
        // Neither key nor value; value before key; only a value.
        Case{"maps3.StringTo",
             "1:LEN {} 14:LEN { 2:LEN {\"v\"} 1:LEN {\"k\"} }", true},
        Case{"maps3.StringTo", "17:LEN { 2:LEN { 1:VARINT v7 } }", true},
        // The last entry of a key wins, messages are not merged ...
        Case{"maps3.StringTo",
             "17:LEN { 1:LEN {\"k\"} 2:LEN { 1:VARINT v7 } }"
             " 17:LEN { 1:LEN {\"k\"} 2:LEN { 2:LEN {\"t\"} } }",
             true},
        Case{"maps3.StringTo",
             "17:LEN { 1:LEN {\"k\"} 2:LEN { 1:VARINT v7 } }"
             " 17:LEN { 1:LEN {\"k\"} }",
             true},
        // ... but within an entry they are.
        Case{"maps3.StringTo",
             "17:LEN { 2:LEN { 1:VARINT v7 } 1:LEN {\"a\"} 1:LEN {\"k\"}"
             " 2:LEN { 2:LEN {\"t\"} } }",
             true},
        // Unknown fields of an entry are dropped, groups too.
        Case{"maps3.StringTo",
             "14:LEN { 3:VARINT v1 1:VARINT v1 4:SGROUP 1:I32 i32:1 4:EGROUP"
             " 1:LEN {\"k\"} }",
             true},
        Case{"maps3.StringTo", "14:LEN { 4:SGROUP 5:EGROUP }", false},
        Case{"maps3.StringTo", "14:LEN { 1:EGROUP }", false},
        Case{"maps3.StringTo", "14:LEN { 0:VARINT v1 }", false},
        // Text that is no UTF-8, as a key and as a value; bytes may be.
        Case{"maps3.StringTo", "1:LEN { 1:LEN {ff} }", false},
        Case{"maps3.StringTo", "14:LEN { 2:LEN {ff} }", false},
        Case{"maps3.StringTo", "15:LEN { 2:LEN {ff} }", true},
        Case{"kinds2.Maps", "7:LEN { 1:LEN {ff} 2:LEN {ff} }", true},
        // Inside an entry a bool is what its low 32 bits are.
        Case{"maps3.BoolTo",
             "20:LEN { 1:VARINT v4294967296 2:VARINT v4294967296 }"
             " 20:LEN { 1:VARINT v4294967297 2:VARINT v256 }",
             true},
        // A map that comes with another wire type.
        Case{"maps3.StringTo", "14:VARINT v1 14:SGROUP 14:EGROUP", true}));

INSTANTIATE_TEST_SUITE_P(
    ClosedEnums, DecodeReflectiveTest,
    ::testing::Values(
        // An entry with an unknown number is kept whole, and rewritten.
        Case{"kinds2.Maps",
             "20:LEN { 2:VARINT v99 1:VARINT v5/3 3:VARINT v1 }"
             " 21:LEN { 2:VARINT v99 } 22:LEN { 2:VARINT v-3 1:I64 i64:-1 }"
             " 9:LEN { 1:LEN {\"key\"} 2:VARINT v4294967395 }"
             " 23:LEN { 1:VARINT v7 2:VARINT v99 }",
             true},
        Case{"kinds2.Maps", "20:LEN { 2:VARINT v99 2:VARINT v1 }", true},
        Case{"kinds2.OneOf", "1:VARINT v3 16:VARINT v99", true},
        Case{"kinds2.Optional", "16:VARINT v1 16:VARINT v4294967395", true},
        Case{"kinds2.Packed", "14:LEN { v1 v99 v-7 v4294967297 } 14:VARINT v99",
             true},
        Case{"kinds2.Expanded", "14:LEN { v1 v99 } 14:VARINT v98 14:VARINT v1",
             true},
        // Extensions are closed, even if their enum is open elsewhere.
        Case{kExtended,
             "16:VARINT v99 17:VARINT v99 17:VARINT v1 28:VARINT v99"
             " 29:VARINT v99 29:LEN { v0 v99 v1 } 1014:LEN { v1 v99 }"
             " 1015:LEN { v99 v1 } 1014:VARINT v98",
             true},
        Case{"google.protobuf.MessageOptions",
             "50001:VARINT v99 50003:VARINT v99 50003:LEN { v1 v98 }", true},
        // Whether an open file's extensions must be UTF-8 depends on stock.
        Case{"google.protobuf.MessageOptions", "50002:LEN {ff}",
             !compat::kChecksUtf8OfExtensions},
        Case{"google.protobuf.MessageOptions",
             "50005:LEN {\"a\"} 50005:LEN {ff}",
             !compat::kChecksUtf8OfExtensions},
        Case{kExtended, "14:LEN {ff} 26:LEN {ff}", true}));

INSTANTIATE_TEST_SUITE_P(
    Fields, DecodeReflectiveTest,
    ::testing::Values(
        // Packed and expanded forms, in both kinds of field and in extensions.
        Case{"kinds3.Packed",
             "1:VARINT v1 1:LEN { v2 v3 } 1:VARINT v4 1:LEN {}", true},
        Case{kExtended,
             "21:LEN { v1 v2 } 21:VARINT v3 1001:VARINT v4 1001:LEN { v5 }"
             " 1008:I64 i64:6 1008:LEN { i64:7 } 1002:LEN {}",
             true},
        Case{"kinds3.Packed", "7:LEN { i32:1 00 }", false},
        Case{"kinds3.Packed", "1:LEN { 80 } 01", false},
        Case{kExtended, "1007:LEN { i32:1 00 }", false},
        // Other wire types than the field's.
        Case{kExtended, "1:LEN {\"a\"} 14:VARINT v1 18:LEN {} 150:VARINT v1",
             true},
        Case{kExtended, "77:VARINT v1 77:SGROUP 1:LEN {\"a\"} 77:EGROUP", true},
        // Submessages merge, extensions too.
        Case{kExtended,
             "150:LEN { 1:VARINT v1 } 150:LEN { 2:LEN {} } 200:LEN { 1:VARINT "
             " v1 }"
             " 200:LEN { 2:VARINT v1 } 18:SGROUP 2:VARINT v1 18:EGROUP"
             " 18:SGROUP 2:VARINT v99 18:EGROUP",
             true},
        // In a oneof the last member wins, and merges only with itself.
        Case{"kinds2.OneOf",
             "18:LEN { 1:VARINT v1 } 18:LEN { 2:LEN {\"t\"} } 19:SGROUP"
             " 1:VARINT v5 19:EGROUP 18:LEN { 3:VARINT v1 }",
             true},
        Case{"kinds3.Singular", "14:LEN {ff}", false},
        Case{"kinds3.Singular", "15:LEN {ff}", true},
        Case{"kinds2.Optional", "14:LEN {ff}", true},
        Case{"kinds3.Singular", "13:VARINT v256 1:VARINT v4294967297/10", true},
        Case{"kinds3.Singular", "11:I32 i32:2147483648", true},  // -0.0
        Case{"kinds3.Singular", "1:VARINT 11*(80)", false},
        Case{"kinds3.Singular", "14:LEN v2147483647", false},
        Case{"kinds3.Singular", "17:EGROUP", false},
        Case{"kinds3.Singular", "17:6", false},
        Case{"kinds2.Groups", "1:SGROUP 2:SGROUP 1:EGROUP 2:EGROUP", false},
        Case{"kinds2.Groups", "1:SGROUP", false},
        Case{"kinds2.Groups", "1:SGROUP 2:SGROUP 2:EGROUP 1:EGROUP", true}));

// `levels` opening items around nothing, each closed.
std::string Nested(std::string_view open, std::string_view close, int levels) {
  std::string text;
  for (int i = 0; i < levels; ++i) text.append(open).append(" ");
  for (int i = 0; i < levels; ++i) text.append(close).append(" ");
  return text;
}

void ExpectLimit(const char* type, std::string_view open,
                 std::string_view close, int levels) {
  for (const int more : {0, 1}) {
    const ExpectedDecode expected(ReflectedType(type),
                                  Wire(Nested(open, close, levels + more)));
    EXPECT_EQ(expected.accepted(), more == 0) << type << " " << open;
    EXPECT_TRUE(expected.HoldsForAllCuts(20));
  }
}

TEST(DecodeReflectiveDepthTest, CountsMessagesGroupsAndMapEntries) {
  ExpectLimit(kExtended, "200:LEN {", "}", 100);
  ExpectLimit(kExtended, "18:SGROUP 1:LEN {", "} 18:EGROUP", 50);
  ExpectLimit(kExtended, "201:LEN { 2:LEN {", "} }", 50);
  ExpectLimit(kExtended, "99:SGROUP", "99:EGROUP", 100);
  ExpectLimit("kinds2.GroupChain", "1:SGROUP 2:LEN {", "} 1:EGROUP", 50);
}

}  // namespace
}  // namespace backwire::reflective
