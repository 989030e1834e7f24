// Runs cases for valgrind's callgrind, which counts instructions: they are the
// same in every run, where time is not. Usage:
//
//   valgrind --tool=callgrind --instr-atstart=no backwire_instructions NAME...
//
// Each case's work of kIterations is dumped under its name. Without valgrind
// the program does the work and says nothing.
#include <valgrind/callgrind.h>

#include <cstdio>
#include <string>

#include "backwire/benchmarks/cases.h"

namespace backwire::benchmarks {
namespace {

constexpr int kIterations = 10;

const Case* Find(const std::string& name) {
  for (const Case& a_case : Cases()) {
    if (a_case.name == name) return &a_case;
  }
  return nullptr;
}

void Count(const Case& a_case) {
  // What happens once only is not counted.
  a_case.Run();
  a_case.Run();
  CALLGRIND_START_INSTRUMENTATION;
  CALLGRIND_ZERO_STATS;
  for (int i = 0; i < kIterations; ++i) a_case.Run();
  CALLGRIND_DUMP_STATS_AT(a_case.name.c_str());
  CALLGRIND_STOP_INSTRUMENTATION;
}

int Main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const Case* const a_case = Find(argv[i]);
    if (a_case == nullptr) {
      std::fprintf(stderr,
                   "backwire_instructions: no case \"%s\"; "
                   "backwire_benchmarks --benchmark_list_tests lists them\n",
                   argv[i]);
      return 2;
    }
    Count(*a_case);
  }
  return 0;
}

}  // namespace
}  // namespace backwire::benchmarks

int main(int argc, char** argv) {
  return backwire::benchmarks::Main(argc, argv);
}
