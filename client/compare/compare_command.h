// The compare mode: two result files side by side.
#ifndef BACKWIRE_CLIENT_COMPARE_COMPARE_COMMAND_H_
#define BACKWIRE_CLIENT_COMPARE_COMPARE_COMMAND_H_

#include <string>
#include <vector>

namespace backwire::client {

struct ComparePlan {
  std::vector<std::string> files;  // two, in the form that --json writes
};

// Prints a Markdown table on stdout. Returns kExitOk or kExitUsage (a file that
// cannot be read or is no result). REQUIRES: two files.
int RunCompare(const ComparePlan& plan);

}  // namespace backwire::client

#endif  // BACKWIRE_CLIENT_COMPARE_COMPARE_COMMAND_H_
