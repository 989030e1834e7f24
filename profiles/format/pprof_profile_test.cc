#include "profiles/format/pprof_profile.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "profiles/profile_file.h"
#include "profiles/proto/profile.pb.h"
#include "profiles/testing_profile.h"

namespace backwire::profiles {
namespace {

using testing::ElementsAre;

RawProfile SmallProfile() {
  RawProfile profile;
  profile.value_types = {{"samples", "count"}, {"cpu", "nanoseconds"}};
  profile.period_type = {"cpu", "nanoseconds"};
  profile.period = 10000000;
  profile.mappings = {{0x1000, 0x2000, 0x10, "/lib/libx.so"}};
  profile.stacks = {{{0x1100, 0x1200}, {3, 30}}, {{0x1100, 0x9000}, {1, 10}}};
  return profile;
}

std::string NameOf(uint64_t address) { return address == 0x1100 ? "leaf" : ""; }

TEST(PprofProfileTest, IsReadBackAsItWas) {
  const std::string path =
      WriteTestFile("p.pb.gz", Compress(ToPprof(SmallProfile(), NameOf)));
  const auto stacks = ReadProfileFile(path);
  ASSERT_TRUE(stacks.ok()) << stacks.status();
  EXPECT_THAT(stacks->value_names, ElementsAre("samples", "cpu"));
  EXPECT_THAT(stacks->value_units, ElementsAre("count", "nanoseconds"));
  EXPECT_EQ(stacks->cpu_period_ns, 10000000);
  ASSERT_EQ(stacks->stacks.size(), 2u);
  const CallStack& stack = stacks->stacks[0];
  EXPECT_THAT(stack.values, ElementsAre(3, 30));
  EXPECT_EQ(stacks->frames[stack.frames[0]].function, "leaf");
  EXPECT_EQ(stacks->frames[stack.frames[1]].function, "");
  EXPECT_EQ(stacks->frames[stack.frames[1]].object, "libx.so");
  EXPECT_EQ(stacks->frames[stacks->stacks[1].frames[1]].object, "");
}

TEST(PprofProfileTest, KeepsAddressesMappingsAndTimes) {
  int asked = 0;
  const PprofProfile profile = ToPprof(SmallProfile(),
                                       [&asked](uint64_t address) {
                                         ++asked;
                                         return NameOf(address);
                                       },
                                       {1234, 5678});
  EXPECT_EQ(asked, 3) << "an address is looked up once";
  EXPECT_EQ(profile.time_nanos(), 1234);
  EXPECT_EQ(profile.duration_nanos(), 5678);
  EXPECT_EQ(profile.string_table(0), "");
  EXPECT_EQ(profile.location(0).address(), 0x1100u);
  EXPECT_EQ(profile.mapping(0).memory_limit(), 0x2000u);
  EXPECT_EQ(profile.mapping(0).file_offset(), 0x10u);
}

}  // namespace
}  // namespace backwire::profiles
