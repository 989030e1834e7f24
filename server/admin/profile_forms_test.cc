#include "backwire/admin/profile_forms.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace backwire::admin {
namespace {

using testing::HasSubstr;

Captured Profile(const std::string& body) {
  Captured captured;
  captured.body = body;
  return captured;
}

TEST(ProfileFormsTest, DrawsNoPictureOfNothing) {
  const auto page = ToFlamePage(
      Profile("heap profile: 0: 0 [0: 0] @ heapprofile\nMAPPED_LIBRARIES:\n"),
      "alloc_objects", "title");
  EXPECT_EQ(page.status().code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(page.status().message()),
              HasSubstr("holds no alloc_objects"));
}

TEST(ProfileFormsTest, RefusesWhatIsNoProfile) {
  EXPECT_EQ(ToPprofForm(Profile("text")).status().code(),
            absl::StatusCode::kInternal);
  EXPECT_EQ(ToFlamePage(Profile(""), "samples", "title").status().code(),
            absl::StatusCode::kInternal);
}

}  // namespace
}  // namespace backwire::admin
