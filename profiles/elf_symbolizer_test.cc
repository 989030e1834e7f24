#include "profiles/elf_symbolizer.h"

#include <fstream>
#include <sstream>

#include "gtest/gtest.h"
#include "profiles/analysis.h"
#include "profiles/testing_profile.h"

namespace backwire::grpc_glue {

// Named as an entry point of a codec, for the table of frames.
template <typename T>
__attribute__((noinline)) T EncodeForTest(T value) {
  asm volatile("" : "+r"(value));
  return value;
}

}  // namespace backwire::grpc_glue

namespace backwire::profiles {
namespace {

std::string OwnMemoryMap() {
  std::ifstream file("/proc/self/maps");
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

uint64_t CodeAddress() {
  return reinterpret_cast<uint64_t>(&grpc_glue::EncodeForTest<int>);
}

TEST(ElfSymbolizerTest, NamesFunctionsWithoutParametersAndReturnType) {
  const ElfSymbolizer symbolizer(OwnMemoryMap());
  EXPECT_EQ(symbolizer.Name(CodeAddress()),
            "backwire::grpc_glue::EncodeForTest<int>");
  EXPECT_NE(symbolizer.Name(reinterpret_cast<uint64_t>(&std::malloc)), "");
}

TEST(ElfSymbolizerTest, KnowsNothingOutsideOfTheMap) {
  EXPECT_EQ(ElfSymbolizer(OwnMemoryMap()).Name(1), "");
  EXPECT_EQ(ElfSymbolizer("").Name(CodeAddress()), "");
  EXPECT_EQ(ElfSymbolizer("no map\n").Name(CodeAddress()), "");
  EXPECT_EQ(
      ElfSymbolizer("00400000-00500000 r-xp 00000000 08:01 12 /no/such/file\n")
          .Name(0x400100),
      "");
}

TEST(ElfSymbolizerTest, LetsGperftoolsFilesBeAttributed) {
  std::vector<uint64_t> words = {0,  3, 0, 10000, 0, 150, 1, CodeAddress(),
                                 50, 1, 1, 0,     1, 0};
  const std::string head(reinterpret_cast<const char*>(words.data()),
                         words.size() * sizeof(uint64_t));
  const std::string path = WriteTestFile("cpu.prof", head + OwnMemoryMap());
  const auto analysis = AnalyzeCpu({path}, 100);
  ASSERT_TRUE(analysis.ok()) << analysis.status();
  EXPECT_EQ(analysis->cpu.samples, 200);
  EXPECT_DOUBLE_EQ(analysis->cpu_seconds, 2);
  EXPECT_DOUBLE_EQ(analysis->cpu.Of(Cumulative::kEncode).value, 0.75);
  EXPECT_DOUBLE_EQ(analysis->cpu.Of(Part::kUnknown).value, 0.25);
}

}  // namespace
}  // namespace backwire::profiles
