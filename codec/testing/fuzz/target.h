// What a fuzz target is: a function over one input, and the inputs to start
// from. Each program has one; libFuzzer or standalone_main.cc drives it.
#ifndef BACKWIRE_TESTING_FUZZ_TARGET_H_
#define BACKWIRE_TESTING_FUZZ_TARGET_H_

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "backwire/testing/fuzz/fuzz_types.h"

namespace backwire::fuzz {

struct FuzzTarget {
  // Ends the process with a report if something is wrong.
  void (*run)(std::string_view input);
  // Made from the corpus, the folder of backwire/testing/corpus.h.
  std::vector<std::string> (*seeds)(const std::filesystem::path& corpus);
};

// Defined once in each program.
const FuzzTarget& TheTarget();

// Says what is about to be checked. With the environment variable
// BACKWIRE_FUZZ_CASE set, its file then holds that case as a corpus file: after
// a difference or a crash the one to blame. Meant for replaying one input.
void BeginCase(const FuzzType& type, std::string_view bytes);

// Ends the process if there is a problem, and prints it with the case.
void EndCase(const FuzzType& type, std::string_view bytes,
             const std::string& problem);

// For targets whose inputs are no messages: ends the process, saying what is
// wrong, if a demand is not met.
void Demand(bool holds, const char* what);

}  // namespace backwire::fuzz

#endif  // BACKWIRE_TESTING_FUZZ_TARGET_H_
