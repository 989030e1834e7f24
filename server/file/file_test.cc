#include "server/file/file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/testing/temp_dir.h"

namespace backwire::server {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string Text(const absl::Status& status) {
  return std::string(status.message());
}

TEST(FileTest, ReadsUpToTheLimit) {
  const testing::TempDir dir;
  const std::string path = dir.Write("f", std::string("a\0b\n", 4));
  EXPECT_EQ(ReadFile(path, 4).value(), std::string("a\0b\n", 4));
  const absl::Status status = ReadFile(path, 3).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(Text(status), HasSubstr("larger than 3 bytes"));
}

TEST(FileTest, SaysWhatIsWrongWithAPath) {
  const testing::TempDir dir;
  const absl::Status missing = ReadFile(dir.Path("none"), 10).status();
  EXPECT_EQ(missing.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(Text(missing), StartsWith(dir.Path("none")));
  const absl::Status folder = ReadFile(dir.Path(""), 10).status();
  EXPECT_THAT(Text(folder), HasSubstr("is a folder"));
}

TEST(FileTest, SaysThatItMayNotRead) {
  if (geteuid() == 0) GTEST_SKIP() << "root may read everything";
  const testing::TempDir dir;
  const std::string path = dir.Write("f", "x");
  chmod(path.c_str(), 0);
  EXPECT_EQ(ReadFile(path, 10).status().code(),
            absl::StatusCode::kPermissionDenied);
}

TEST(FileTest, ReplacesAFileAndLeavesNothingBeside) {
  const testing::TempDir dir;
  const std::string path = dir.Write("f", "old and long");
  ASSERT_TRUE(WriteFileAtomically(path, "new").ok());
  EXPECT_EQ(ReadFile(path, 100).value(), "new");
  const auto files = std::filesystem::directory_iterator(dir.Path(""));
  EXPECT_EQ(std::distance(begin(files), end(files)), 1);
}

TEST(FileTest, FailsToWriteWhereThereIsNoFolder) {
  const testing::TempDir dir;
  EXPECT_FALSE(WriteFileAtomically(dir.Path("none/f"), "x").ok());
}

TEST(FileTest, LeavesNothingBesideAFolderItCannotReplace) {
  const testing::TempDir dir;
  std::filesystem::create_directory(dir.Path("d"));
  EXPECT_FALSE(WriteFileAtomically(dir.Path("d"), "x").ok());
  const auto files = std::filesystem::directory_iterator(dir.Path(""));
  EXPECT_EQ(std::distance(begin(files), end(files)), 1);
}

}  // namespace
}  // namespace backwire::server
