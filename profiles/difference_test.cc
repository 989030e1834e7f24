#include "profiles/difference.h"

#include <filesystem>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "profiles/testing_profile.h"

namespace backwire::profiles {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;

constexpr char kEncode[] = "backwire::grpc_glue::EncodeStock@server";
constexpr char kHandler[] = "backwire::server::Handle@server";

std::string CpuProfile(const std::string& name, int64_t encode,
                       int64_t handler) {
  return ProfileBuilder::Cpu()
      .Add({kEncode}, {encode, 0})
      .Add({kHandler}, {handler, 0})
      .Write(name);
}

std::string TextOf(const std::string& before, const std::string& after) {
  const auto difference = Diff({before}, {after}, 1, 100);
  EXPECT_TRUE(difference.ok()) << difference.status();
  return difference.ok() ? ToText(*difference) : "";
}

TEST(ShareChangeTest, BoundsTheChangeByNewcombesInterval) {
  // The example in Newcombe (1998), method 10: 56 of 70 and 48 of 80.
  const ShareChange change =
      Change(MakeShare(48, 80, 80), MakeShare(56, 70, 70));
  EXPECT_NEAR(change.value, 0.2, 1e-9);
  EXPECT_NEAR(change.low, 0.0524, 1e-4);
  EXPECT_NEAR(change.high, 0.3339, 1e-4);
  EXPECT_FALSE(change.IsNoise());
}

TEST(ShareChangeTest, CallsASmallChangeNoise) {
  const ShareChange change =
      Change(MakeShare(40, 100, 100), MakeShare(45, 100, 100));
  EXPECT_TRUE(change.IsNoise());
  EXPECT_FALSE(
      Change(MakeShare(4000, 10000, 10000), MakeShare(4500, 10000, 10000))
          .IsNoise());
}

TEST(DifferenceTest, TellsChangesFromNoise) {
  const std::string text = TextOf(CpuProfile("before.pb.gz", 400, 600),
                                  CpuProfile("after.pb.gz", 100, 900));
  EXPECT_THAT(text, HasSubstr("1000 samples before, 1000 after"));
  EXPECT_THAT(text, HasSubstr("encode                40.00 ->  10.00"));
  EXPECT_THAT(text, HasSubstr("(-33.51 to -26.39)   less\n"));
  EXPECT_THAT(text, HasSubstr("(+26.39 to +33.51)   more\n"));
  EXPECT_THAT(TextOf(CpuProfile("before.pb.gz", 400, 600),
                     CpuProfile("after.pb.gz", 410, 590)),
              testing::AllOf(HasSubstr("no difference"),
                             testing::Not(HasSubstr(" more\n"))));
}

TEST(DifferenceTest, MergesEachSet) {
  const std::string first = CpuProfile("1.pb.gz", 10, 90);
  const std::string second = CpuProfile("2.pb.gz", 30, 70);
  const auto difference = Diff({first, second}, {second, second, second}, 1, 1);
  ASSERT_TRUE(difference.ok()) << difference.status();
  EXPECT_EQ(difference->before.samples, 200);
  EXPECT_EQ(difference->after.samples, 300);
  EXPECT_DOUBLE_EQ(difference->before.Of(Part::kEncode).value, 0.2);
}

TEST(DifferenceTest, ComparesAllocations) {
  const auto allocations = [](const char* name, int64_t objects) {
    return ProfileBuilder::Allocations()
        .Add({kEncode}, {objects, 1})
        .Add({kHandler}, {100000, 1})
        .Write(name);
  };
  const auto difference = Diff({allocations("a.pb.gz", 300000)},
                               {allocations("b.pb.gz", 100000)}, 1000, 100);
  ASSERT_TRUE(difference.ok()) << difference.status();
  EXPECT_EQ(difference->before.samples, 400);
  EXPECT_DOUBLE_EQ(difference->after.Of(Part::kEncodeAllocation).value, 0.5);
  EXPECT_THAT(ToJson(*difference), HasSubstr("\"kind\": \"allocations\""));
}

TEST(DifferenceTest, RefusesOtherKindsFrequenciesAndSmallProfiles) {
  const std::string cpu = CpuProfile("cpu.pb.gz", 100, 100);
  const std::string allocations = ProfileBuilder::Allocations()
                                      .Add({kEncode}, {1000, 1000})
                                      .Write("allocs.pb.gz");
  auto slower = ProfileBuilder::Cpu();
  slower.Add({kEncode}, {200, 0}).proto().set_period(40000000);
  const std::string slow = slower.Write("slow.pb.gz");
  const std::string small = CpuProfile("small.pb.gz", 1, 1);
  for (const auto& [other, error] :
       {std::pair{allocations, "with profiles of allocations"},
        {slow, "different frequency"},
        {small, "2 samples are too few"}}) {
    const absl::Status status = Diff({cpu}, {other}, 1, 100).status();
    EXPECT_FALSE(status.ok());
    EXPECT_THAT(std::string(status.message()), HasSubstr(error));
  }
}

TEST(DifferenceTest, WritesMarkdownAndJson) {
  const auto difference = Diff({CpuProfile("before.pb.gz", 400, 600)},
                               {CpuProfile("after.pb.gz", 100, 900)}, 1, 1);
  ASSERT_TRUE(difference.ok()) << difference.status();
  EXPECT_THAT(ToMarkdown(*difference),
              HasSubstr("| encode | 40.00 | 10.00 | -30.00 ("));
  const std::string json = ToJson(*difference);
  EXPECT_THAT(json, HasSubstr("\"before\": 0.4"));
  EXPECT_THAT(json, HasSubstr("\"is_noise\": false"));
}

TEST(ProfilesAtTest, ListsTheProfilesOfAFolder) {
  CpuProfile("set/b.pb.gz", 1, 1);
  CpuProfile("set/a.pb.gz", 1, 1);
  WriteTestFile("set/manifest.json", "{}");
  const auto paths = ProfilesAt(TestFolder() + "/set");
  ASSERT_TRUE(paths.ok()) << paths.status();
  EXPECT_THAT(*paths, ElementsAre(EndsWith("a.pb.gz"), EndsWith("b.pb.gz")));
  EXPECT_THAT(*ProfilesAt(paths->front()), ElementsAre(paths->front()));
  std::filesystem::remove_all(TestFolder() + "/set");
}

TEST(ProfilesAtTest, SaysWhatIsMissing) {
  WriteTestFile("none/manifest.json", "{}");
  EXPECT_EQ(ProfilesAt(TestFolder() + "/none").status().code(),
            absl::StatusCode::kNotFound);
  EXPECT_EQ(ProfilesAt("no/such/path").status().code(),
            absl::StatusCode::kNotFound);
}

}  // namespace
}  // namespace backwire::profiles
