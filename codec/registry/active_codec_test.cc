// The choice is the process's: each test here makes the same one.
#include "backwire/registry/active_codec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backwire/registry/counters.h"
#include "backwire/registry/type_table.h"
#include "hops/hops.pb.h"

namespace backwire {
namespace {

TEST(ActiveCodecTest, IsStockBeforeTheChoiceAndKeptAfterIt) {
  EXPECT_EQ(ActiveCodec(), CodecName::kStock);
  EXPECT_EQ(TheCodecChoice(), nullptr);
  EXPECT_TRUE(SnapshotCounters().types.empty());

  ASSERT_TRUE(ChooseCodec(CodecName::kGenerated).ok());
  const CodecChoice* const choice = TheCodecChoice();
  ASSERT_NE(choice, nullptr);
  EXPECT_EQ(ActiveCodec(), CodecName::kGenerated);
  EXPECT_NE(choice->types->Find(typeid(hops::EchoRequest)), nullptr);
  EXPECT_EQ(SnapshotCounters().types.size(), choice->types->entries().size());

  EXPECT_TRUE(ChooseCodec(CodecName::kGenerated).ok()) << "the same again";
  for (const CodecName other :
       {CodecName::kStock, CodecName::kReflective, CodecName::kParity}) {
    const absl::Status status = ChooseCodec(other);
    EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
    EXPECT_THAT(
        std::string(status.message()),
        testing::AllOf(testing::HasSubstr("generated"),
                       testing::HasSubstr(std::string(ToString(other)))));
  }
  EXPECT_EQ(TheCodecChoice(), choice);
}

}  // namespace
}  // namespace backwire
