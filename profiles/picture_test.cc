#include "profiles/picture.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "profiles/testing_profile.h"

namespace backwire::profiles {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr char kThread[] = "grpc_core::Thread@libgrpc.so.29";
constexpr char kHandler[] = "backwire::server::Service::Generate(int)@server";
constexpr char kBuild[] = "backwire::workload::GenerateCandidates(x, y)@server";

std::string Draw(const ProfileBuilder& builder, const std::string& title = "") {
  return RolePicture(builder.Stacks(), 0, FrameTable::Default(), title);
}

TEST(PictureTest, ShowsSharesOfRolesAndTheirEntries) {
  auto builder = ProfileBuilder::Cpu();
  builder
      .Add({"operator new@s", "x@s", kBuild, "y@s", kHandler, kThread}, {30, 0})
      .Add({"z@s", kBuild, kHandler, kThread}, {45, 0})
      .Add({"a@libgrpc.so.29", "b@libgrpc.so.29", kThread}, {25, 0});
  const std::string svg = Draw(builder, "CPU & time");
  EXPECT_THAT(svg, HasSubstr(">CPU &amp; time</text>"));
  EXPECT_THAT(svg, HasSubstr("<title>all 100.0 %</title>"));
  EXPECT_THAT(svg, HasSubstr("<title>transport 100.0 %</title>"));
  EXPECT_THAT(svg, HasSubstr("<title>handler 75.0 %: Service::Generate<"));
  EXPECT_THAT(svg, HasSubstr("<title>build 75.0 %: workload::GenerateCand"));
  EXPECT_THAT(svg, HasSubstr("<title>allocation 30.0 %"));
  EXPECT_THAT(svg, HasSubstr("width=\"288.0\""));  // 30 % of 960
}

TEST(PictureTest, TakesTheKernelFromTheInnermostFrameOnly) {
  auto builder = ProfileBuilder::Cpu();
  builder.Add({"x@s", "clone@libc.so.6"}, {60, 0})
      .Add({"__sendmsg@libc.so.6", kThread}, {40, 0});
  EXPECT_THAT(Draw(builder), HasSubstr("<title>kernel 40.0 %"));
  EXPECT_THAT(Draw(builder), Not(HasSubstr("<title>kernel 60.0 %")));
}

TEST(PictureTest, LeavesOutNarrowBlocks) {
  auto builder = ProfileBuilder::Cpu();
  builder.Add({kBuild}, {1, 0}).Add({kThread}, {999, 0});
  EXPECT_THAT(Draw(builder), Not(HasSubstr("build")));
}

TEST(PictureTest, ShowsNamesAsText) {
  auto builder = ProfileBuilder::Cpu();
  builder.Add({"hnswlib::\"&\xc3\xa9<script>x@s"}, {1, 0});
  const std::string svg = Draw(builder, "<b>");
  EXPECT_THAT(svg, HasSubstr("&lt;b&gt;"));
  EXPECT_THAT(svg, HasSubstr("hnswlib::&quot;&amp;??"));
  EXPECT_THAT(svg, Not(HasSubstr("<script>")));
}

TEST(PictureTest, BoundsTheDepth) {
  std::vector<std::string> frames;
  for (int i = 0; i < 1000; ++i) {
    frames.push_back(i % 2 == 0 ? kThread : kHandler);
  }
  const std::string svg = Draw(ProfileBuilder::Cpu().Add(frames, {1, 0}));
  EXPECT_THAT(svg, HasSubstr("height=\"280\""));  // ten rows and the heading
}

}  // namespace
}  // namespace backwire::profiles
