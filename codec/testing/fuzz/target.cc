// The entry points that libFuzzer and standalone_main.cc call.
#include "backwire/testing/fuzz/target.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "backwire/testing/corpus.h"
#include "backwire/testing/differential.h"

namespace backwire::fuzz {
namespace {

constexpr std::string_view kWriteSeeds = "--write-seeds=";

std::string CaseText(std::string_view why, const FuzzType& type,
                     std::string_view bytes) {
  return testing::CorpusText(why, {type.name, std::string(bytes)});
}

// Writes the seeds to a folder that is there, one a file. The process ends.
[[noreturn]] void WriteSeeds(const std::filesystem::path& corpus,
                             const std::filesystem::path& folder) {
  const std::vector<std::string> seeds = TheTarget().seeds(corpus);
  for (size_t i = 0; i < seeds.size(); ++i) {
    std::ofstream file(folder / ("seed-" + std::to_string(i)),
                       std::ios::binary);
    file << seeds[i];
    if (file.flush()) continue;
    std::fprintf(stderr, "cannot write to %s\n", folder.c_str());
    std::exit(1);
  }
  std::fprintf(stderr, "%zu seeds\n", seeds.size());
  std::exit(seeds.empty() ? 1 : 0);
}

}  // namespace

void BeginCase(const FuzzType& type, std::string_view bytes) {
  static const char* const path = std::getenv("BACKWIRE_FUZZ_CASE");
  if (path == nullptr) return;
  std::ofstream(path) << CaseText("Found by fuzzing: say here what it shows.",
                                  type, bytes);
}

void EndCase(const FuzzType& type, std::string_view bytes,
             const std::string& problem) {
  if (problem.empty()) return;
  std::fprintf(stderr, "DIFFERENCE in %s: %s\nThe case as a corpus file:\n%s",
               type.name.c_str(), problem.c_str(),
               CaseText("Found by fuzzing.", type, bytes).c_str());
  std::abort();
}

void Demand(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "DIFFERENCE: %s\n", what);
  std::abort();
}

}  // namespace backwire::fuzz

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  static const backwire::testing::SilentLog silent;
  // --write-seeds=CORPUS=FOLDER
  for (int i = 1; i < *argc; ++i) {
    const std::string_view argument = (*argv)[i];
    if (argument.rfind(backwire::fuzz::kWriteSeeds, 0) != 0) continue;
    const std::string_view value =
        argument.substr(backwire::fuzz::kWriteSeeds.size());
    const size_t middle = value.find('=');
    if (middle == std::string_view::npos) continue;
    backwire::fuzz::WriteSeeds(value.substr(0, middle),
                               value.substr(middle + 1));
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  backwire::fuzz::TheTarget().run({reinterpret_cast<const char*>(data), size});
  return 0;
}
