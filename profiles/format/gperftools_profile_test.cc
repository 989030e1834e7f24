#include "profiles/format/gperftools_profile.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "profiles/format/memory_map.h"

namespace backwire::profiles {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr char kMap[] =
    "00400000-00500000 r-xp 00001000 08:01 12  /bin/a program\n"
    "00500000-00600000 rw-p 00000000 08:01 12  /bin/a program\n"
    "00700000-00800000 r-xp 00000000 00:00 0\n"
    "nonsense\n";

std::string Words(const std::vector<uint64_t>& words) {
  return std::string(reinterpret_cast<const char*>(words.data()),
                     words.size() * sizeof(uint64_t));
}

// 100 Hz; two samples of one stack, one of another.
std::string CpuFile() {
  return Words({0, 3, 0, 10000, 0, 2, 3, 0x400100, 0x400200, 0x400300, 1, 1,
                0x400400, 0, 1, 0}) +
         kMap;
}

absl::Status Error(const std::string& content) {
  return ParseGperftoolsProfile(content).status();
}

TEST(MemoryMapTest, KeepsExecutableFiles) {
  const auto files = ParseMemoryMap(kMap);
  ASSERT_EQ(files.size(), 1u);
  EXPECT_EQ(files[0].start, 0x400000u);
  EXPECT_EQ(files[0].limit, 0x500000u);
  EXPECT_EQ(files[0].offset, 0x1000u);
  EXPECT_EQ(files[0].path, "/bin/a program");
}

TEST(CpuProfileTest, ReadsStacksAndMovesCallersIntoTheirCalls) {
  ASSERT_TRUE(IsGperftoolsProfile(CpuFile().substr(0, 16)));
  const auto profile = ParseGperftoolsProfile(CpuFile());
  ASSERT_TRUE(profile.ok()) << profile.status();
  EXPECT_EQ(profile->period, 10000000);
  EXPECT_EQ(profile->value_types[1].unit, "nanoseconds");
  ASSERT_EQ(profile->stacks.size(), 2u);
  EXPECT_THAT(profile->stacks[0].addresses,
              ElementsAre(0x400100, 0x4001ff, 0x4002ff));
  EXPECT_THAT(profile->stacks[0].values, ElementsAre(2, 20000000));
  EXPECT_THAT(profile->stacks[1].addresses, ElementsAre(0x400400));
  EXPECT_EQ(profile->mappings.size(), 1u);
  EXPECT_EQ(profile->memory_map, kMap);
}

TEST(CpuProfileTest, DropsTheSecondCopyOfTheInnermostFrame) {
  const auto profile = ParseGperftoolsProfile(
      Words({0, 3, 0, 10000, 0, 1, 3, 0x100, 0x100, 0x300, 0, 1, 0}));
  ASSERT_TRUE(profile.ok()) << profile.status();
  EXPECT_THAT(profile->stacks[0].addresses, ElementsAre(0x100, 0x2ff));
}

TEST(CpuProfileTest, RefusesEveryCutFile) {
  const std::string whole = CpuFile();
  const size_t map = whole.size() - std::string(kMap).size();
  for (size_t size = 16; size < map; ++size) {
    EXPECT_EQ(Error(whole.substr(0, size)).code(),
              absl::StatusCode::kInvalidArgument)
        << size;
  }
  EXPECT_TRUE(Error(whole.substr(0, map)).ok());
  EXPECT_THAT(std::string(Error(whole.substr(0, 40)).message()),
              HasSubstr("the end is missing (was the process killed?) at byte "
                        "40"));
}

TEST(CpuProfileTest, RefusesAbsurdNumbers) {
  const uint64_t huge = ~uint64_t{0};
  for (const auto& words : std::vector<std::vector<uint64_t>>{
           {0, 3, 0, 0, 0, 0, 1, 0},     // no period
           {0, 3, 0, huge, 0, 0, 1, 0},  // period
           {0, 3, 0, 10000, 0, huge, 1, 7, 0, 1, 0},
           {0, 3, 0, 10000, 0, 1, huge, 7, 0, 1, 0},
           {0, 3, 0, 10000, 0, 1, 0, 0, 1, 0}}) {
    EXPECT_EQ(Error(Words(words)).code(), absl::StatusCode::kInvalidArgument);
  }
}

TEST(HeapProfileTest, ReadsAllocations) {
  const auto profile = ParseGperftoolsProfile(
      "heap profile: 0: 0 [ 7: 700] @ heapprofile\n"
      "  0: 0 [ 5: 500] @ 0x400101 0x400201\n"
      "0: 0 [2: 200] @\n"
      "\nMAPPED_LIBRARIES:\n" +
      std::string(kMap));
  ASSERT_TRUE(profile.ok()) << profile.status();
  ASSERT_EQ(profile->value_types.size(), 4u);
  EXPECT_EQ(profile->value_types[0].type, "alloc_objects");
  EXPECT_EQ(profile->value_types[3].type, "inuse_space");
  ASSERT_EQ(profile->stacks.size(), 2u);
  EXPECT_THAT(profile->stacks[0].values, ElementsAre(2, 200, 0, 0));
  EXPECT_THAT(profile->stacks[1].addresses, ElementsAre(0x400100, 0x400200));
  EXPECT_THAT(profile->stacks[1].values, ElementsAre(5, 500, 0, 0));
  EXPECT_EQ(profile->mappings.size(), 1u);
}

TEST(HeapProfileTest, KeepsTheKindOfAnEmptyProfile) {
  for (const auto& [kind, first_value] :
       {std::pair("heapprofile", "alloc_objects"),
        std::pair("heap_v2/1", "inuse_objects"),
        std::pair("growth", "inuse_objects")}) {
    const auto profile = ParseGperftoolsProfile(absl::StrCat(
        "heap profile: 0: 0 [0: 0] @ ", kind, "\nMAPPED_LIBRARIES:\n"));
    ASSERT_TRUE(profile.ok()) << profile.status();
    EXPECT_EQ(profile->value_types[0].type, first_value) << kind;
  }
}

TEST(HeapProfileTest, ScalesSamplesOfLiveObjectsUp) {
  const auto profile = ParseGperftoolsProfile(
      "heap profile: 2: 131072 [2: 131072] @ heap_v2/65536\n"
      "1: 65536 [1: 65536] @ 0x1\n1: 65536 [1: 65536] @ 0x1\n"
      "\nMAPPED_LIBRARIES:\n");
  ASSERT_TRUE(profile.ok()) << profile.status();
  EXPECT_EQ(profile->period, 65536);
  ASSERT_EQ(profile->value_types.size(), 2u);
  EXPECT_EQ(profile->value_types[0].type, "inuse_objects");
  // An object of one period's size is seen with the chance 1 - 1/e.
  EXPECT_THAT(profile->stacks[0].values, ElementsAre(3, 207353));
}

// Each line is within its limit, but not their sum.
TEST(HeapProfileTest, RefusesSumsThatAreTooLarge) {
  std::string content = "heap profile: 1: 2 [2: 4] @ heapprofile\n";
  for (int i = 0; i < 4097; ++i) {
    content += "0: 0 [1: 1125899906842624] @ 0x1\n";
  }
  const absl::Status status = Error(content + "MAPPED_LIBRARIES:\n");
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("too large a sum in line 4098"));
}

// What one sample stands for, with a period far above its size, is no int64.
TEST(HeapProfileTest, RefusesSamplesThatScaleUpTooFar) {
  const absl::Status status = Error(
      "heap profile: 1: 1 [1: 1] @ heap_v2/9223372036854775807\n"
      "1125899906842624: 1125899906842624 [0: 0] @ 0x1\nMAPPED_LIBRARIES:\n");
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()), HasSubstr("too large a sum"));
}

TEST(HeapProfileTest, NamesTheLineThatIsWrong) {
  const std::string head = "heap profile: 1: 2 [1: 2] @ heapprofile\n";
  for (const auto& [content, error] :
       std::vector<std::pair<std::string, std::string>>{
           {"heap profile: many @ heapprofile\n", "no counts in line 1"},
           {"heap profile: 1: 2 [1: 2] @ other\n", "unknown kind in line 1"},
           {"heap profile: 1: 2 [1: 2] @ heap_v2/0\n",
            "without a sampling period"},
           {head + "1: 2 [1: -2] @ 0x1\n", "no counts in line 2"},
           {head + "1: 2 [1: 99999999999999999] @ 0x1\n", "no counts"},
           {head + "1: 2 [1: 2] @ 0x1 here\n", "no address in line 2"},
           {head + "1: 2 [1: 2] @ 0x1\n", "memory map is missing in line 2"},
       }) {
    const absl::Status status = Error(content);
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << content;
    EXPECT_THAT(std::string(status.message()), HasSubstr(error));
  }
}

}  // namespace
}  // namespace backwire::profiles
