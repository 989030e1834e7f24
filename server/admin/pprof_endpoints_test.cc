// The endpoints that name functions: profile.proto for scrapers, and the flame
// graph. Read back by the code that users read profiles with.
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <vector>

#include "backwire/admin/testing_endpoints.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "profiles/analysis.h"
#include "profiles/profile_file.h"

namespace backwire::grpc_glue {

// Named as an encoder, so that its samples count as encoding.
__attribute__((noinline)) void EncodeForTest() {
  for (int i = 0; i < 100000; ++i) asm volatile("" : "+r"(i));
}

// Named as a decoder that allocates.
__attribute__((noinline)) void DecodeForTest() {
  void* object = ::operator new(4321);
  asm volatile("" : : "r"(object) : "memory");
  ::operator delete(object);
}

}  // namespace backwire::grpc_glue

namespace backwire::admin {
namespace {

using testing::HasSubstr;

using PprofEndpointsTest = ProfileEndpointsTest;

#ifdef BACKWIRE_HAVE_GPERFTOOLS

// A file of this test's own that is gone after it.
class TestFile {
 public:
  explicit TestFile(const std::string& content)
      : path_(testing::TempDir() + "backwire_pprof_test." +
              std::to_string(getpid())) {
    std::ofstream(path_, std::ios::binary) << content;
  }
  ~TestFile() { std::remove(path_.c_str()); }

  const std::string& path() const { return path_; }

 private:
  const std::string path_;
};

TEST_F(PprofEndpointsTest, NamesTheFunctionsOfACpuProfile) {
  const BusyThread busy(grpc_glue::EncodeForTest);
  const Answer answer = Get("/debug/pprof/profile?seconds=1");
  ASSERT_EQ(answer.status, 200) << answer.body;
  const TestFile file(answer.body);
  const auto analysis = profiles::AnalyzeCpu({file.path()}, 20);
  ASSERT_TRUE(analysis.ok()) << analysis.status();
  EXPECT_GT(analysis->cpu.Of(profiles::Cumulative::kEncode).value, 0.8);
}

TEST_F(PprofEndpointsTest, TakesTheSameSharesFromBothForms) {
  const BusyThread busy(grpc_glue::EncodeForTest);
  auto raw = GetLater("/pprof/profile?seconds=1");
  WaitUntilRunning("cpu");
  const Answer named = Get("/debug/pprof/profile?seconds=1");
  EXPECT_EQ(named.shared, "1");
  int64_t encode[2] = {};
  int64_t total[2] = {};
  const std::string bodies[2] = {raw.get().body, named.body};
  for (int i = 0; i < 2; ++i) {
    const TestFile file(bodies[i]);
    const auto analysis = profiles::AnalyzeCpu({file.path()}, 20);
    ASSERT_TRUE(analysis.ok()) << analysis.status();
    encode[i] = analysis->cpu.sums.at(profiles::Cumulative::kEncode);
    total[i] = analysis->cpu.sums.total;
  }
  EXPECT_EQ(encode[0], encode[1]);
  EXPECT_EQ(total[0], total[1]);
}

TEST_F(PprofEndpointsTest, NamesWhoAllocates) {
  const BusyThread busy(grpc_glue::DecodeForTest);
  const Answer answer = Get("/debug/pprof/allocs?seconds=1&every=100");
  ASSERT_EQ(answer.status, 200) << answer.body;
  const TestFile file(answer.body);
  const auto analysis = profiles::AnalyzeAllocations({file.path()}, 100, 20);
  ASSERT_TRUE(analysis.ok()) << analysis.status();
  EXPECT_GT(analysis->objects.Of(profiles::Part::kDecodeAllocation).value, 0.8);
}

TEST_F(PprofEndpointsTest, ListsLiveObjects) {
  // The sampler's first interval is much longer than the others.
  for (int i = 0; i < 10000; ++i) grpc_glue::DecodeForTest();
  std::vector<std::unique_ptr<char[]>> live;
  for (int i = 0; i < 256; ++i) live.emplace_back(new char[1 << 16]);
  const Answer answer = Get("/debug/pprof/heap");
  ASSERT_EQ(answer.status, 200) << answer.body;
  const TestFile file(answer.body);
  const auto stacks = profiles::ReadProfileFile(file.path());
  ASSERT_TRUE(stacks.ok()) << stacks.status();
  const int bytes = stacks->ValueIndex("inuse_space");
  ASSERT_GE(bytes, 0);
  // 16 MiB are due, give or take a few samples' worth.
  EXPECT_GT(stacks->Total(bytes), 10 << 20);
  EXPECT_LT(stacks->Total(bytes), 32 << 20);
  EXPECT_THAT(Get("/flame?kind=heap").body, HasSubstr("ListsLiveObjects"));
}

TEST_F(PprofEndpointsTest, DrawsAFlameGraph) {
  const BusyThread busy(grpc_glue::EncodeForTest);
  const Answer page = Get("/flame?seconds=1");
  ASSERT_EQ(page.status, 200) << page.body;
  EXPECT_THAT(page.body,
              HasSubstr("[\"backwire::grpc_glue::EncodeForTest()\""));
  EXPECT_THAT(page.body, HasSubstr("\"unit\":\"samples\""));
  EXPECT_EQ(Get("/flame?kind=disk").status, 400);
}

#endif

}  // namespace
}  // namespace backwire::admin
