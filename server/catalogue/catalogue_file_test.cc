#include "server/catalogue/catalogue_file.h"

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/testing/temp_dir.h"

namespace backwire::server {
namespace {

using ::testing::StartsWith;
using workload::Catalogue;

std::string Line(const std::string& id) {
  return absl::StrCat("{\"id\":\"", id,
                      "\",\"cursor\":\"c\",\"catalog_id\":\"g\","
                      "\"product_id\":\"p\",\"source_tag\":\"s\"}\n");
}

absl::StatusOr<Catalogue> ReadText(const std::string& text) {
  const testing::TempDir dir;
  return ReadCatalogueFile(dir.Write("items.jsonl", text));
}

// The error without the folder in front of the file's name.
std::string ErrorOf(const std::string& text) {
  const auto catalogue = ReadText(text);
  if (catalogue.ok()) return "no error";
  const std::string message(catalogue.status().message());
  return message.substr(message.find("items.jsonl"));
}

TEST(CatalogueFileTest, ReadsItemsInTheirOrder) {
  const auto catalogue = ReadText(
      "{\"source_tag\": \"s1\", \"id\": \"i1\", \"cursor\": \"\", "
      "\"catalog_id\": \"\\u00e9\", \"product_id\": \"p1\"}\r\n"
      "\n" +
      Line("i2"));
  ASSERT_TRUE(catalogue.ok()) << catalogue.status();
  ASSERT_EQ(catalogue->size(), 2u);
  EXPECT_EQ(catalogue->item(0).id, "i1");
  EXPECT_EQ(catalogue->item(0).cursor, "");
  EXPECT_EQ(catalogue->item(0).catalog_id, "\xC3\xA9");
  EXPECT_EQ(catalogue->item(0).product_id, "p1");
  EXPECT_EQ(catalogue->item(0).source_tag, "s1");
  EXPECT_EQ(catalogue->item(1).id, "i2");
}

TEST(CatalogueFileTest, LastLineNeedsNoNewline) {
  std::string text = Line("i1") + Line("i2");
  text.pop_back();
  EXPECT_EQ(ReadText(text)->size(), 2u);
}

struct BadCase {
  std::string text;
  const char* error;
};

class BadCatalogueTest : public ::testing::TestWithParam<BadCase> {};

TEST_P(BadCatalogueTest, IsRefusedWithItsLine) {
  EXPECT_THAT(ErrorOf(GetParam().text), StartsWith(GetParam().error));
}

std::string Values(const std::string& cursor) {
  return absl::StrCat("{\"id\":\"i\",\"cursor\":", cursor,
                      ",\"catalog_id\":\"g\",\"product_id\":\"p\","
                      "\"source_tag\":\"s\"}");
}

INSTANTIATE_TEST_SUITE_P(
    Cases, BadCatalogueTest,
    ::testing::Values(
        BadCase{"", "items.jsonl: has no items"},
        BadCase{"\n \n", "items.jsonl: has no items"},
        BadCase{"nonsense", "items.jsonl:1: no valid JSON at byte"},
        BadCase{Line("a") + "{\"id\":", "items.jsonl:2: no valid JSON at byte"},
        BadCase{Line("a") + Values("\"c\"") + "x", "items.jsonl:2: no valid"},
        BadCase{Line("a") + "{}", "items.jsonl:2: key \"id\" is missing"},
        BadCase{"{\"id\":\"a\"}", "items.jsonl:1: key \"cursor\" is missing"},
        BadCase{"{\"id\":\"a\",\"id\":\"b\"}",
                "items.jsonl:1: key \"id\" is repeated"},
        BadCase{"{\"ID\":\"a\"}", "items.jsonl:1: unknown key \"ID\"; an item"},
        BadCase{"[]", "items.jsonl:1: found an array where an object"},
        BadCase{"\"a\"", "items.jsonl:1: found a text where an object"},
        BadCase{"7", "items.jsonl:1: found a number where an object"},
        BadCase{Values("7"), "items.jsonl:1: \"cursor\" is a number, not"},
        BadCase{Values("-7"), "items.jsonl:1: \"cursor\" is a number, not"},
        BadCase{Values("7.5"), "items.jsonl:1: \"cursor\" is a number, not"},
        BadCase{Values("null"), "items.jsonl:1: \"cursor\" is null, not"},
        BadCase{Values("true"), "items.jsonl:1: \"cursor\" is a truth value"},
        BadCase{Values("[\"c\"]"), "items.jsonl:1: \"cursor\" is an array"},
        BadCase{Values("{\"id\":\"x\"}"),
                "items.jsonl:1: \"cursor\" is an object"},
        BadCase{Values("\"a\xff\""), "items.jsonl:1: no valid JSON at byte"},
        BadCase{Values("\"\\ud800\""), "items.jsonl:1: no valid JSON at byte"},
        BadCase{Line(""), "items.jsonl:1: \"id\" has 0 bytes; give 1 to 256"},
        BadCase{Line(std::string(257, 'i')), "items.jsonl:1: \"id\" has 257"},
        BadCase{Values(absl::StrCat("\"", std::string(1025, 'c'), "\"")),
                "items.jsonl:1: \"cursor\" has 1025 bytes; give 0 to 1024"},
        BadCase{Line("a") + Line("b") + Line("a"),
                "items.jsonl:3: id \"a\" is already on line 1"},
        BadCase{Line("a") + std::string(70'000, ' '),
                "items.jsonl:2: longer than 65536 bytes"},
        BadCase{std::string(65'000, '['), "items.jsonl:1: found an array"},
        BadCase{std::string(1, '\0'), "items.jsonl:1: no valid JSON"}));

TEST(CatalogueFileTest, TakesValuesAtTheirLimits) {
  const std::string longest_value(kMaxValueBytes, 'c');
  EXPECT_TRUE(ReadText(Values("\"" + longest_value + "\"")).ok());
  EXPECT_TRUE(ReadText(Line(std::string(kMaxIdBytes, 'i'))).ok());
  std::string longest_line = Line("a");
  longest_line.pop_back();
  longest_line.resize(kMaxCatalogueLineBytes, ' ');
  EXPECT_TRUE(ReadText(longest_line).ok());
  EXPECT_TRUE(ReadText(longest_line + "\n").ok());
  EXPECT_FALSE(ReadText(longest_line + " \n").ok());
}

TEST(CatalogueFileTest, SaysWhatIsWrongWithThePath) {
  const testing::TempDir dir;
  EXPECT_EQ(ReadCatalogueFile(dir.Path("none")).status().code(),
            absl::StatusCode::kNotFound);
  EXPECT_EQ(ReadCatalogueFile(dir.Path("")).status().code(),
            absl::StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace backwire::server
