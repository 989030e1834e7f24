// The corpus: inputs that were once of interest, one a file, each taken as
// stock takes it, whole and cut everywhere.
//
// A file has lines "# ..." that say why it is there, one line "type: <name>",
// and the input as wire_text.h describes it.
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include "backwire/testing/differential.h"
#include "backwire/testing/wire_text.h"

namespace backwire::testing {
namespace {

struct Case {
  std::string type;
  std::string bytes;
};

// Fails the current test if the file is malformed.
Case ReadCase(const std::filesystem::path& path) {
  std::ifstream file(path);
  Case result;
  std::string text;
  bool has_comment = false;
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("type: ", 0) == 0) {
      result.type = line.substr(6);
    } else {
      has_comment = has_comment || line.rfind("# ", 0) == 0;
      text += line + "\n";
    }
  }
  std::string error;
  const std::optional<std::string> bytes = ParseWireText(text, &error);
  EXPECT_TRUE(bytes.has_value()) << path << ": " << error;
  EXPECT_TRUE(has_comment) << path << ": no comment says what it is";
  result.bytes = bytes.value_or("");
  return result;
}

TEST(CorpusTest, IsTakenAsStockTakesIt) {
  const SilentLog silent;
  int cases = 0;
  int accepted = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(BACKWIRE_CORPUS_DIR)) {
    const Case input = ReadCase(entry.path());
    if (TypesLeftOut().count(input.type) != 0) continue;
    const TestedType* const type = FindTestedType(input.type);
    ASSERT_NE(type, nullptr) << entry.path() << ": no type " << input.type;
    const ExpectedDecode expected(*type, input.bytes);
    EXPECT_TRUE(expected.HoldsForAllCuts(5000)) << entry.path();
    ++cases;
    if (expected.accepted()) ++accepted;
  }
  // A wrong folder, or a corpus that no longer has both kinds, would pass.
  EXPECT_GE(cases, 40);
  EXPECT_GE(accepted, 15);
  EXPECT_GE(cases - accepted, 15);
}

}  // namespace
}  // namespace backwire::testing
