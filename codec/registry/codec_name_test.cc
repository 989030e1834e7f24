#include "backwire/registry/codec_name.h"

#include <gtest/gtest.h>

namespace backwire {
namespace {

TEST(CodecNameTest, EveryNameParsesToItsCodecAndBack) {
  const std::pair<CodecName, absl::string_view> names[] = {
      {CodecName::kStock, "stock"},
      {CodecName::kReflective, "reflective"},
      {CodecName::kGenerated, "generated"},
      {CodecName::kParity, "parity"},
  };
  for (const auto& [codec, name] : names) {
    EXPECT_EQ(ToString(codec), name);
    EXPECT_EQ(ParseCodecName(name), codec);
  }
}

TEST(CodecNameTest, OtherTextsAreNoCodec) {
  for (const char* text : {"", "Generated", "generated ", "gen", "stock\n"}) {
    EXPECT_EQ(ParseCodecName(text), std::nullopt) << text;
  }
  EXPECT_EQ(ParseCodecName(absl::string_view("stock\0", 6)), std::nullopt);
}

TEST(CodecNameTest, ListsAllNames) {
  EXPECT_EQ(ValidCodecNames(), "stock, reflective, generated, parity");
}

}  // namespace
}  // namespace backwire
