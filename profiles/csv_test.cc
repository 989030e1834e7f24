#include "profiles/csv.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "profiles/testing_profile.h"

namespace backwire::profiles {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(CsvTest, ReadsQuotesBlanksAndComments) {
  const auto table = ReadCsv(WriteTestFile("t.csv",
                                           "\xEF\xBB\xBF# export\n"
                                           "a, b ,\"c d\"\r\n"
                                           "\n"
                                           "1 , \"x, \"\"y\"\"\" ,\r\n"));
  ASSERT_TRUE(table.ok()) << table.status();
  EXPECT_THAT(table->columns, ElementsAre("a", "b", "c d"));
  ASSERT_EQ(table->rows.size(), 1u);
  EXPECT_EQ(table->rows[0].line, 4);
  EXPECT_THAT(table->rows[0].fields, ElementsAre("1", "x, \"y\"", ""));
  EXPECT_EQ(table->Field(table->rows[0], "b"), "x, \"y\"");
  EXPECT_EQ(table->Field(table->rows[0], "none"), "");
}

TEST(CsvTest, NamesTheLineThatIsWrong) {
  for (const auto& [content, error] :
       std::vector<std::pair<std::string, std::string>>{
           {"", "no rows"},
           {"a,b\n", "no rows"},
           {"a,b\n1\n", "line 2: 1 fields, but the heading has 2"},
           {"a,a\n1,2\n", "line 1: the column \"a\" stands twice"},
           {"a\n\"open\n", "line 2: a quote"},
           {"a\n\"x\" y\n", "line 2: a quote"},
       }) {
    const absl::Status status =
        ReadCsv(WriteTestFile("t.csv", content)).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << content;
    EXPECT_THAT(std::string(status.message()), HasSubstr(error));
  }
  EXPECT_EQ(ReadCsv("no/such.csv").status().code(),
            absl::StatusCode::kNotFound);
}

TEST(CsvTest, WritesFieldsThatItReads) {
  for (const std::string field : {"plain", "a,b", "say \"a\"", "# 1", " a "}) {
    const auto table =
        ReadCsv(WriteTestFile("t.csv", "x,y\n" + CsvField(field) + ",1\n"));
    ASSERT_TRUE(table.ok()) << table.status();
    EXPECT_EQ(table->rows[0].fields[0], field);
  }
}

}  // namespace
}  // namespace backwire::profiles
