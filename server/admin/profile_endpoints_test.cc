// The endpoints of profiles, against a real server and a busy process.
#include <cstring>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "backwire/admin/testing_endpoints.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace backwire::admin {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

#ifdef BACKWIRE_HAVE_GPERFTOOLS

// The samples of a profile in gperftools' CPU format: after a head of 5 words,
// each record is its count, its depth and its addresses; a record of count 0
// ends them. -1 if the form is broken.
int64_t CountSamples(const std::string& profile) {
  std::vector<uint64_t> words(profile.size() / sizeof(uint64_t));
  std::memcpy(words.data(), profile.data(), words.size() * sizeof(uint64_t));
  if (words.size() < 5 || words[0] != 0 || words[1] != 3) return -1;
  int64_t samples = 0;
  for (size_t i = 5; i + 1 < words.size(); i += 2 + words[i + 1]) {
    if (words[i] == 0) return samples;
    samples += words[i];
  }
  return -1;
}

// Out of line, so that the compiler cannot drop the allocation.
__attribute__((noinline)) void* Allocate(size_t size) {
  void* object = ::operator new(size);
  asm volatile("" : : "r"(object) : "memory");
  return object;
}

struct Totals {
  int64_t objects = 0;
  int64_t bytes = 0;
};

// Adds up the "allocated" columns of the lines whose objects have `size` bytes.
Totals SumAllocated(const std::string& profile, int64_t size) {
  Totals totals;
  for (const absl::string_view line : absl::StrSplit(profile, '\n')) {
    const std::vector<absl::string_view> parts =
        absl::StrSplit(line, absl::ByAnyChar("[:]"));
    int64_t objects = 0, bytes = 0;
    if (parts.size() != 5 || !absl::SimpleAtoi(parts[2], &objects) ||
        !absl::SimpleAtoi(parts[3], &bytes) || bytes != objects * size) {
      continue;
    }
    totals.objects += objects;
    totals.bytes += bytes;
  }
  return totals;
}

TEST_F(ProfileEndpointsTest, TakesACpuProfileOfOtherThreads) {
  const BusyThread busy([] {});
  const Answer answer = Get("/pprof/profile?seconds=1");
  ASSERT_EQ(answer.status, 200) << answer.body;
  // 100 are due; a machine with other work to do gives fewer. The thread that
  // takes the profile sleeps, so any sample is one of another thread.
  EXPECT_GE(CountSamples(answer.body), 3);
  EXPECT_THAT(answer.body, HasSubstr("admin_test\n"));  // the memory map
}

// Microseconds between two samples, as the head of a profile says.
uintptr_t PeriodOf(const std::string& profile) {
  uintptr_t head[5] = {};
  if (profile.size() >= sizeof(head)) {
    std::memcpy(head, profile.data(), sizeof(head));
  }
  return head[3];
}

TEST_F(ProfileEndpointsTest, SamplesAtTheRateThatIsAskedFor) {
  const BusyThread busy([] {});
  EXPECT_EQ(PeriodOf(Get("/pprof/profile?seconds=1").body), 10000u);
  const Answer rare = Get("/pprof/profile?seconds=1&frequency=10");
  ASSERT_EQ(rare.status, 200) << rare.body;
  EXPECT_EQ(PeriodOf(rare.body), 100000u);
  // A busy second of one thread, or of two for what the test itself does.
  EXPECT_GE(CountSamples(rare.body), 1);
  EXPECT_LE(CountSamples(rare.body), 25);
  // The rate was that of one capture.
  EXPECT_EQ(PeriodOf(Get("/pprof/profile?seconds=1").body), 10000u);
}

TEST_F(ProfileEndpointsTest, RefusesARateThatCannotBeSet) {
  setenv("CPUPROFILE_PER_THREAD_TIMERS", "1", 1);
  const Answer refused = Get("/pprof/profile?seconds=1&frequency=50");
  unsetenv("CPUPROFILE_PER_THREAD_TIMERS");
  EXPECT_EQ(refused.status, 503);
  EXPECT_THAT(refused.body, HasSubstr("CPUPROFILE_PER_THREAD_TIMERS"));
  // The profiler was left stopped.
  EXPECT_EQ(Get("/pprof/profile?seconds=1").status, 200);
}

TEST_F(ProfileEndpointsTest, SharesNoProfileOfAnotherRate) {
  auto first = GetLater("/pprof/profile?seconds=1");
  WaitUntilRunning("cpu");
  const Answer refused = Get("/pprof/profile?seconds=1&frequency=50");
  EXPECT_EQ(refused.status, 409);
  EXPECT_THAT(refused.body, HasSubstr("frequency=100"));
  EXPECT_EQ(first.get().status, 200);
}

TEST_F(ProfileEndpointsTest, SharesARunningProfileAndRefusesOtherKinds) {
  auto first = GetLater("/pprof/profile?seconds=2");
  WaitUntilRunning("cpu");
  const Answer refused = Get("/pprof/allocs?seconds=1");
  EXPECT_EQ(refused.status, 409);
  EXPECT_THAT(refused.body, HasSubstr("\"cpu\""));
  const Answer second = Get("/pprof/profile?seconds=60");
  const Answer original = first.get();
  EXPECT_EQ(original.status, 200);
  EXPECT_EQ(original.shared, "0");
  EXPECT_EQ(second.shared, "1");
  EXPECT_EQ(second.body, original.body);
}

TEST_F(ProfileEndpointsTest, GivesACompleteProfileWhenItIsShutDown) {
  const BusyThread busy([] {});
  auto cut = GetLater("/pprof/profile?seconds=60");
  WaitUntilRunning("cpu");
  server_->Shutdown();
  const Answer answer = cut.get();
  EXPECT_EQ(answer.status, 200);
  EXPECT_GE(CountSamples(answer.body), 0) << "the end is missing";
  EXPECT_THAT(answer.body, HasSubstr("admin_test\n"));
}

TEST_F(ProfileEndpointsTest, CountsEveryAllocationIfAsked) {
  auto capture = GetLater("/pprof/allocs?seconds=1&every=1");
  WaitUntilRunning("allocs");
  constexpr int kObjects = 500;
  constexpr size_t kSize = 12345;
  for (int i = 0; i < kObjects; ++i) ::operator delete(Allocate(kSize));
  const Answer answer = capture.get();
  ASSERT_EQ(answer.status, 200) << answer.body;
  EXPECT_THAT(answer.body, StartsWith("heap profile: "));
  EXPECT_THAT(answer.body, HasSubstr("\nMAPPED_LIBRARIES:\n"));
  const Totals totals = SumAllocated(answer.body, kSize);
  EXPECT_EQ(totals.objects, kObjects);
  EXPECT_EQ(totals.bytes, kObjects * kSize);
}

TEST_F(ProfileEndpointsTest, EstimatesAllocationsFromSamples) {
  auto capture = GetLater("/pprof/allocs?seconds=1&every=20");
  WaitUntilRunning("allocs");
  // 10,000 samples are due: five standard deviations are 5 %.
  constexpr int kObjects = 200000;
  constexpr size_t kSize = 4321;
  for (int i = 0; i < kObjects; ++i) ::operator delete(Allocate(kSize));
  const Totals totals = SumAllocated(capture.get().body, kSize);
  EXPECT_NEAR(totals.objects, kObjects, 0.05 * kObjects);
}

TEST_F(ProfileEndpointsTest, CountsEveryLargeAllocation) {
  auto capture = GetLater("/pprof/allocs?seconds=1&every=100000");
  WaitUntilRunning("allocs");
  constexpr int kObjects = 37;
  constexpr size_t kSize = 123456;
  for (int i = 0; i < kObjects; ++i) ::operator delete(Allocate(kSize));
  const Totals totals = SumAllocated(capture.get().body, kSize);
  EXPECT_EQ(totals.objects, kObjects);
  EXPECT_EQ(totals.bytes, kObjects * kSize);
}

TEST_F(ProfileEndpointsTest, ShowsLiveObjectsAndGrowth) {
  // 16 MiB in objects of 64 KiB: about 256 samples.
  std::vector<std::unique_ptr<char[]>> live;
  for (int i = 0; i < 256; ++i) live.emplace_back(new char[1 << 16]);
  const Answer heap = Get("/pprof/heap");
  EXPECT_EQ(heap.status, 200) << heap.body;
  EXPECT_THAT(heap.body, HasSubstr("@ heap_v2/65536\n"));
  EXPECT_THAT(heap.body, HasSubstr("MAPPED_LIBRARIES:\n"));
  EXPECT_GE(std::count(heap.body.begin(),
                       heap.body.begin() + heap.body.find("MAPPED"), '@'),
            2);
  const Answer growth = Get("/pprof/growth");
  EXPECT_EQ(growth.status, 200) << growth.body;
  EXPECT_THAT(growth.body, HasSubstr("@ growth"));
}

TEST_F(ProfileEndpointsTest, RefusesMalformedParameters) {
  for (const char* path :
       {"/pprof/profile?seconds=0", "/pprof/profile?seconds=-1",
        "/pprof/profile?seconds=x", "/pprof/profile?seconds=1&frequency=251",
        "/pprof/profile?seconds=1&frequency=0",
        "/pprof/allocs?every=0&seconds=1",
        "/pprof/allocs?every=1000001&seconds=1",
        "/pprof/allocs?seconds=99999999999999999999"}) {
    EXPECT_EQ(Get(path).status, 400) << path;
  }
}

TEST_F(ProfileEndpointsTest, SaysWhatTheEnvironmentLacks) {
  setenv("TCMALLOC_SAMPLE_PARAMETER", "0", 1);
  const Answer heap = Get("/pprof/heap");
  setenv("TCMALLOC_SAMPLE_PARAMETER", "65536", 1);
  EXPECT_EQ(heap.status, 503);
  EXPECT_THAT(heap.body, HasSubstr("TCMALLOC_SAMPLE_PARAMETER"));

  setenv("TCMALLOC_STACKTRACE_METHOD", "libunwind", 1);
  const Answer cpu = Get("/pprof/profile?seconds=1");
  const Answer allocations = Get("/pprof/allocs?seconds=1");
  setenv("TCMALLOC_STACKTRACE_METHOD", "libgcc", 1);
  EXPECT_EQ(cpu.status, 503);
  EXPECT_THAT(cpu.body, HasSubstr("TCMALLOC_STACKTRACE_METHOD=libgcc"));
  EXPECT_EQ(allocations.status, 503);
}

#else

TEST_F(ProfileEndpointsTest, SaysThatItWasBuiltWithoutGperftools) {
  for (const char* path :
       {"/pprof/profile?seconds=1", "/pprof/heap", "/pprof/growth",
        "/pprof/allocs?seconds=1", "/debug/pprof/profile?seconds=1",
        "/debug/pprof/heap", "/flame?seconds=1"}) {
    const Answer answer = Get(path);
    EXPECT_EQ(answer.status, 501) << path;
    EXPECT_THAT(answer.body, HasSubstr("BACKWIRE_WITH_GPERFTOOLS")) << path;
  }
}

#endif

}  // namespace
}  // namespace backwire::admin
