// What a corpus file is written as reads back as the same input.
#include <filesystem>
#include <fstream>
#include <string>

#include "backwire/testing/choices.h"
#include "backwire/testing/corpus.h"
#include "backwire/testing/wire_text.h"
#include "gtest/gtest.h"

namespace backwire::testing {
namespace {

std::string BytesOf(const std::string& corpus_text) {
  const size_t type = corpus_text.find("type: ");
  const size_t body = corpus_text.find('\n', type) + 1;
  std::string error;
  const auto bytes = ParseWireText(corpus_text.substr(body), &error);
  EXPECT_TRUE(bytes.has_value()) << error << "\n" << corpus_text;
  return bytes.value_or("");
}

TEST(CorpusTextTest, NamesRecords) {
  const std::string bytes = Wire(
      "1:VARINT v5/3 2:LEN { \"hi there\" } 3:LEN { 1:VARINT v1 } v8/3 v7 "
      "1:SGROUP 4:LEN {} 1:EGROUP 4:I32 i32:7 5:LEN v2/2 \"ab\" ff ff");
  EXPECT_EQ(CorpusText("Why.", {"a.B", bytes}),
            "# Why.\ntype: a.B\n"
            "1:VARINT v5/3 2:LEN { \"hi there\" } 3:LEN { 1:VARINT v1 } "
            "v8/3 v7 1:SGROUP\n4:LEN {} 1:EGROUP 4:I32 07 00 00 00 "
            "5:LEN v2/2 \"ab\" ff ff\n");
}

TEST(CorpusTextTest, ReadsBackEveryCorpusFile) {
  int files = 0;
  for (const auto& path : ListCorpus(BACKWIRE_CORPUS_DIR)) {
    std::string error;
    const auto input = ReadCorpusCase(path, &error);
    ASSERT_TRUE(input.has_value()) << error;
    EXPECT_EQ(BytesOf(CorpusText("", *input)), input->bytes) << path;
    ++files;
  }
  EXPECT_GE(files, 40);
}

TEST(CorpusTextTest, ReadsBackRandomBytes) {
  Choices choices(1);
  for (int i = 0; i < 2000; ++i) {
    std::string bytes(choices.Below(60), '\0');
    // Small numbers make records.
    for (char& byte : bytes) {
      byte = static_cast<char>(choices.Below(i % 2 == 0 ? 256 : 40));
    }
    EXPECT_EQ(BytesOf(CorpusText("", {"a.B", bytes})), bytes);
  }
}

}  // namespace
}  // namespace backwire::testing
