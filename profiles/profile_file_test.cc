#include "profiles/profile_file.h"

#include <google/protobuf/unknown_field_set.h>

#include <limits>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "profiles/format/pprof_profile.h"
#include "profiles/testing_profile.h"

namespace backwire::profiles {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

absl::Status ReadError(const std::string& path) {
  return ReadProfileFile(path).status();
}

TEST(ProfileFileTest, ReadsFramesObjectsAndValues) {
  auto builder = ProfileBuilder::Cpu();
  builder.Add({"inner@libx.so", "outer"}, {3, 30}).Add({"@libx.so"}, {1, 10});
  for (const bool compressed : {true, false}) {
    const auto profile =
        ReadProfileFile(builder.Write("profile.pb", compressed));
    ASSERT_TRUE(profile.ok()) << profile.status();
    EXPECT_THAT(profile->value_names, ElementsAre("samples", "cpu"));
    EXPECT_EQ(profile->cpu_period_ns, 10000000);
    ASSERT_EQ(profile->stacks.size(), 2u);
    const CallStack& stack = profile->stacks[0];
    EXPECT_THAT(stack.values, ElementsAre(3, 30));
    ASSERT_EQ(stack.frames.size(), 2u);
    EXPECT_EQ(profile->frames[stack.frames[0]].function, "inner");
    EXPECT_EQ(profile->frames[stack.frames[0]].object, "libx.so");
    EXPECT_EQ(profile->frames[stack.frames[1]].function, "outer");
    EXPECT_EQ(profile->frames[stack.frames[1]].object, "");
    EXPECT_EQ(profile->frames[profile->stacks[1].frames[0]].function, "");
    EXPECT_EQ(profile->Total(1), 40);
  }
}

TEST(ProfileFileTest, TurnsInlinedFunctionsIntoFrames) {
  auto builder = ProfileBuilder::Cpu();
  builder.Add({"inlined"}, {1, 1}).Add({"caller"}, {1, 1});
  builder.proto().mutable_location(0)->add_line()->set_function_id(2);
  const CallStacks profile = builder.Stacks();
  const CallStack& stack = profile.stacks[0];
  ASSERT_EQ(stack.frames.size(), 2u);
  EXPECT_EQ(profile.frames[stack.frames[0]].function, "inlined");
  EXPECT_EQ(profile.frames[stack.frames[1]].function, "caller");
}

TEST(ProfileFileTest, NamesTheFileThatIsMissing) {
  const absl::Status status = ReadError("no/such/file.pb.gz");
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(status.message()), HasSubstr("no/such/file.pb.gz"));
}

TEST(ProfileFileTest, NamesTheGperftoolsFileThatIsBroken) {
  const std::string cpu_head("\0\0\0\0\0\0\0\0\3\0\0\0\0\0\0\0", 16);
  for (const std::string& content :
       {std::string("heap profile: 1: 2 [3: 4] @ heapprofile\n"), cpu_head}) {
    const absl::Status status = ReadError(WriteTestFile("legacy", content));
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(status.message()), HasSubstr("legacy: broken"));
  }
}

TEST(ProfileFileTest, RefusesOtherFilesAndCutOnes) {
  auto builder = ProfileBuilder::Cpu();
  builder.Add({"frame"}, {1, 1});
  const std::string whole = builder.proto().SerializeAsString();
  for (const std::string& content :
       {std::string(), std::string("text"), std::string("\x1f\x8bnot zip"),
        whole.substr(0, whole.size() - 1)}) {
    EXPECT_EQ(ReadError(WriteTestFile("bad.pb.gz", content)).code(),
              absl::StatusCode::kInvalidArgument)
        << content.size();
  }
}

TEST(ProfileFileTest, RefusesDanglingReferences) {
  using Damage = void (*)(PprofProfile&);
  const Damage damages[] = {
      [](PprofProfile& p) { p.mutable_sample(0)->set_location_id(0, 99); },
      [](PprofProfile& p) {
        p.mutable_location(0)->mutable_line(0)->set_function_id(99);
      },
      [](PprofProfile& p) { p.mutable_function(0)->set_name(99); },
      [](PprofProfile& p) { p.mutable_function(0)->set_name(-1); },
      [](PprofProfile& p) { p.mutable_sample(0)->clear_value(); },
      [](PprofProfile& p) { p.mutable_sample(0)->set_value(0, -1); },
      [](PprofProfile& p) { p.clear_sample_type(); },
  };
  int number = 0;
  for (const Damage damage : damages) {
    auto builder = ProfileBuilder::Cpu();
    builder.Add({"frame"}, {1, 1});
    damage(builder.proto());
    EXPECT_EQ(ReadError(builder.Write("dangling.pb.gz")).code(),
              absl::StatusCode::kInvalidArgument)
        << "damage " << number;
    ++number;
  }
}

TEST(ProfileFileTest, RefusesValuesWhoseSumIsTooLarge) {
  const int64_t most = std::numeric_limits<int64_t>::max();
  auto builder = ProfileBuilder::Cpu();
  builder.Add({"frame"}, {1, most - 1}).Add({"other"}, {1, 1});
  EXPECT_TRUE(ReadProfileFile(builder.Write("most.pb.gz")).ok());
  builder.Add({"frame"}, {1, 1});
  const absl::Status status = ReadError(builder.Write("above.pb.gz"));
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("above.pb.gz: broken profile: the values \"cpu\" add "
                        "up to more than"));
}

TEST(ProfileFileTest, RefusesANegativePeriod) {
  auto builder = ProfileBuilder::Cpu();
  builder.proto().set_period(-1);
  EXPECT_THAT(std::string(ReadError(builder.Write("period.pb.gz")).message()),
              HasSubstr("the period is negative"));
}

// A location of many lines that a stack names many times: the file is small,
// and what it stands for would fill the memory.
TEST(ProfileFileTest, RefusesStacksThatUnfoldToAbsurdLength) {
  auto builder = ProfileBuilder::Cpu();
  builder.Add({"frame"}, {1, 1});
  PprofProfile& profile = builder.proto();
  for (int i = 0; i < 300; ++i) {
    profile.mutable_location(0)->add_line()->set_function_id(1);
    profile.mutable_sample(0)->add_location_id(1);
  }
  EXPECT_THAT(std::string(ReadError(builder.Write("deep.pb.gz")).message()),
              HasSubstr("a stack of more than 65536 frames"));
}

TEST(SlimProfileTest, TellsNothingOfTheMachineAndKeepsTheStacks) {
  auto builder = ProfileBuilder::Cpu();
  builder.Add({"inner@libx.so", "outer@server"}, {3, 30});
  builder.proto().add_string_table("/home/me/source.cc");
  constexpr int kComment = 13;  // a field that the analysis does not read
  builder.proto()
      .GetReflection()
      ->MutableUnknownFields(&builder.proto())
      ->AddVarint(kComment, 1);
  const auto slim = SlimProfile(builder.Write("whole.pb.gz"));
  ASSERT_TRUE(slim.ok()) << slim.status();
  const auto stacks = ReadProfileFile(WriteTestFile("slim.pb.gz", *slim));
  ASSERT_TRUE(stacks.ok()) << stacks.status();
  EXPECT_EQ(stacks->Total(1), 30);
  EXPECT_EQ(stacks->frames[0].object, "libx.so");
  EXPECT_EQ(stacks->frames[0].function, "inner");
  ProfileBuilder bare = ProfileBuilder::Cpu();
  bare.Add({"inner@libx.so", "outer@server"}, {3, 30});
  bare.proto().add_string_table("source.cc");
  for (std::string& text : *bare.proto().mutable_string_table()) {
    text.erase(0, text.rfind('/') + 1);
  }
  EXPECT_EQ(*slim, Compress(bare.proto()));
  EXPECT_FALSE(SlimProfile("no/such").ok());
}

TEST(MergeTest, RefusesASumThatIsTooLargeAndKeepsWhatItHad) {
  auto most = ProfileBuilder::Cpu(), one = ProfileBuilder::Cpu();
  most.Add({"a"}, {std::numeric_limits<int64_t>::max(), 1});
  one.Add({"b"}, {1, 1});
  CallStacks merged = most.Stacks();
  const absl::Status status = Merge(one.Stacks(), merged);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()), HasSubstr("\"samples\" add up"));
  EXPECT_EQ(merged.stacks.size(), 1u);
}

TEST(MergeTest, AppendsStacksAndKeepsNames) {
  auto first = ProfileBuilder::Cpu(), second = ProfileBuilder::Cpu();
  first.Add({"a"}, {1, 10});
  second.Add({"b", "c"}, {2, 20});
  CallStacks merged;
  ASSERT_TRUE(Merge(first.Stacks(), merged).ok());
  ASSERT_TRUE(Merge(second.Stacks(), merged).ok());
  EXPECT_EQ(merged.Total(0), 3);
  EXPECT_EQ(merged.frames[merged.stacks[1].frames[1]].function, "c");
}

TEST(MergeTest, RefusesOtherKindsAndFrequencies) {
  auto cpu = ProfileBuilder::Cpu(), slower = ProfileBuilder::Cpu();
  slower.proto().set_period(40000000);
  CallStacks merged;
  ASSERT_TRUE(Merge(cpu.Stacks(), merged).ok());
  EXPECT_FALSE(Merge(ProfileBuilder::Allocations().Stacks(), merged).ok());
  EXPECT_FALSE(Merge(slower.Stacks(), merged).ok());
}

TEST(MergeTest, RefusesOtherUnits) {
  CallStacks cpu = ProfileBuilder::Cpu().Stacks();
  CallStacks in_microseconds = cpu;
  in_microseconds.value_units = {"count", "microseconds"};
  const absl::Status status = Merge(in_microseconds, cpu);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()), HasSubstr("microseconds"));
}

}  // namespace
}  // namespace backwire::profiles
