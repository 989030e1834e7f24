#include "profiles/attribution.h"

#include <numeric>

#include "gtest/gtest.h"
#include "profiles/testing_profile.h"

namespace backwire::profiles {
namespace {

constexpr char kEncode[] = "backwire::grpc_glue::EncodeGenerated@server";
constexpr char kDecode[] = "backwire::grpc_glue::DecodeStock@server";
constexpr char kBuild[] = "backwire::workload::GenerateCandidates@server";
constexpr char kService[] =
    "backwire::server::CandidateService::Generate@server";
constexpr char kThread[] = "grpc_core::Thread@libgrpc.so.29";

Attribution Of(const std::vector<std::string>& frames) {
  return Attribute(ProfileBuilder::Cpu().Add(frames, {1, 1}).Stacks(), 0,
                   ProfileKind::kCpu, FrameTable::Default());
}

void ExpectPart(Part part, const std::vector<std::string>& frames) {
  const Attribution sums = Of(frames);
  for (int i = 0; i < kPartCount; ++i) {
    EXPECT_EQ(sums.parts[i], static_cast<Part>(i) == part ? 1 : 0)
        << ToString(static_cast<Part>(i)) << " of " << frames.front();
  }
}

TEST(AttributionTest, FindsTheCodecBelowItsEntryPoints) {
  ExpectPart(Part::kEncode, {"memcpy@libc.so.6", kEncode, kService, kThread});
  ExpectPart(Part::kDecode, {"anything@server", kDecode, kThread});
  ExpectPart(Part::kEncode,
             {"candidates::v1::Candidate::_InternalSerialize@server", kThread});
  ExpectPart(Part::kEncode, {"grpc::GenericSerialize<X>@server", kThread});
  ExpectPart(Part::kDecode, {"grpc::GenericDeserialize<X>@server", kThread});
}

TEST(AttributionTest, TellsAllocationInsideTheCodecFromTheRest) {
  ExpectPart(Part::kEncodeAllocation,
             {"wrong name@libtcmalloc.so.4", "gpr_malloc@libgpr.so.29", kEncode,
              kThread});
  ExpectPart(Part::kDecodeAllocation,
             {"operator new@server", kDecode, kThread});
  ExpectPart(Part::kBuildAllocation, {"operator new@server", kBuild, kService});
  ExpectPart(Part::kOtherAllocation, {"free@libtcmalloc.so.4", kThread});
}

TEST(AttributionTest, LetsTheOutermostCodecFrameDecide) {
  ExpectPart(Part::kEncode,
             {"x@server", kDecode, "backwire::grpc_glue::EncodeParity@server"});
  // An allocation that called the codec is none inside it.
  ExpectPart(Part::kEncode, {kEncode, "operator new@server"});
}

TEST(AttributionTest, PutsFreeingTheResponseIntoBuild) {
  ExpectPart(
      Part::kBuild,
      {"candidates::v1::GenerateResponse::~GenerateResponse@server", kThread});
  ExpectPart(Part::kBuild,
             {"google::protobuf::Arena::Reset@libprotobuf.so.32", kThread});
  ExpectPart(Part::kBuildAllocation,
             {"tc_delete@libtcmalloc.so.4",
              "candidates::v1::Candidate::~Candidate@server", kService});
}

TEST(AttributionTest, KeepsTheCandidateSearchApart) {
  const std::string find = "backwire::server::SimilaritySearch::Find@server";
  ExpectPart(Part::kSearch,
             {"hnswlib::HierarchicalNSW<float>::searchKnn@server", find,
              kService, kThread});
  ExpectPart(Part::kSearch, {"operator new@server", find, kService});
  ExpectPart(Part::kSearch,
             {"backwire::server::FeatureStore::Decode@server", kService});
  // What the search calls of the others is theirs.
  ExpectPart(Part::kDecode, {"x@server", kDecode, find, kService});
  EXPECT_EQ(Of({"x@server", kDecode, find}).at(Cumulative::kSearch), 1);
}

TEST(AttributionTest, SplitsTheRest) {
  ExpectPart(Part::kHandler, {"std::sort@server", kService, kThread});
  ExpectPart(Part::kKernel, {"__sendmsg@libc.so.6", kThread});
  ExpectPart(Part::kTransport, {"memcpy@libc.so.6", kThread});
  // gRPC sends from inside the call that the handler ends.
  ExpectPart(Part::kTransport,
             {"memcpy@libc.so.6", "x@libgrpc.so.29", kService, kThread});
  ExpectPart(Part::kProfiling, {"_Unwind_Backtrace@libgcc_s.so.1"});
  ExpectPart(Part::kProfiling,
             {"memcpy@libc.so.6", "backwire::admin::MetricsText@server"});
  ExpectPart(Part::kRest, {"start_thread@libc.so.6"});
  ExpectPart(Part::kUnknown, {"@server", "@libfoo.so"});
}

TEST(AttributionTest, KeepsSystemCallsOfTheBuildThere) {
  const Attribution sums =
      Of({"madvise@libc.so.6", "x@libtcmalloc.so.4", kBuild, kService});
  EXPECT_EQ(sums.part(Part::kBuildAllocation), 1);
  EXPECT_EQ(sums.at(Cumulative::kKernel), 1);
}

TEST(AttributionTest, CountsCumulativeSharesInEachThatApplies) {
  const Attribution sums =
      Of({"operator new@server", kEncode, kBuild, kService});
  EXPECT_EQ(sums.at(Cumulative::kEncode), 1);
  EXPECT_EQ(sums.at(Cumulative::kBuild), 1);
  EXPECT_EQ(sums.at(Cumulative::kAllocation), 1);
  EXPECT_EQ(sums.at(Cumulative::kAllocationInCodec), 1);
  EXPECT_EQ(sums.at(Cumulative::kDecode), 0);
  EXPECT_EQ(sums.at(Cumulative::kKernel), 0);
}

TEST(AttributionTest, TakesAllStacksOfAnAllocationProfileForAllocations) {
  auto builder = ProfileBuilder::Allocations();
  builder.Add({"std::string::assign", kEncode}, {1, 64})
      .Add({"std::string::assign", kBuild}, {2, 128})
      .Add({"std::string::assign", kThread}, {4, 256});
  const Attribution sums = Attribute(
      builder.Stacks(), 0, ProfileKind::kAllocations, FrameTable::Default());
  EXPECT_EQ(sums.part(Part::kEncodeAllocation), 1);
  EXPECT_EQ(sums.part(Part::kBuildAllocation), 2);
  EXPECT_EQ(sums.part(Part::kOtherAllocation), 4);
  EXPECT_EQ(sums.at(Cumulative::kAllocation), 7);
  EXPECT_EQ(sums.at(Cumulative::kAllocationInCodec), 1);
}

TEST(AttributionTest, AddsUpToTheWhole) {
  auto builder = ProfileBuilder::Cpu();
  builder.Add({"a", kEncode}, {5, 0})
      .Add({"operator new", kDecode}, {7, 0})
      .Add({"@x"}, {11, 0})
      .Add({}, {13, 0});
  const Attribution sums =
      Attribute(builder.Stacks(), 0, ProfileKind::kCpu, FrameTable::Default());
  EXPECT_EQ(sums.total, 36);
  EXPECT_EQ(std::accumulate(sums.parts.begin(), sums.parts.end(), int64_t{0}),
            36);
  EXPECT_EQ(sums.part(Part::kUnknown), 24);
}

TEST(FrameTableTest, MatchesAllGivenTextsAndTakesTheFirst) {
  const FrameTable table(
      {{Role::kBuild, "a::", "::~", "lib"}, {Role::kHandler, "a::", "", ""}});
  EXPECT_EQ(table.Find({"a::B::~B", "libx.so"}), Role::kBuild);
  EXPECT_EQ(table.Find({"a::B::~B", "server"}), Role::kHandler);
  EXPECT_EQ(table.Find({"b::a::B", "libx.so"}), Role::kNone);
}

}  // namespace
}  // namespace backwire::profiles
