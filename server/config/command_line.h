// The server's command line: a flag for every key of the configuration, and
// --config, --help and --version.
#ifndef BACKWIRE_SERVER_CONFIG_COMMAND_LINE_H_
#define BACKWIRE_SERVER_CONFIG_COMMAND_LINE_H_

#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "server/config/config_key.h"

namespace backwire::config {

struct CommandLine {
  // Not empty: print this and exit with 0 (--help, --version).
  std::string text_to_print;

  std::string config_path;                    // "" if not given
  std::map<std::string, std::string> values;  // by the key's name, if given
};

// `arguments` are without the program's name. INVALID_ARGUMENT: an unknown
// flag, a flag without its value or given twice, or a stray argument.
absl::StatusOr<CommandLine> ParseCommandLine(
    const std::vector<std::string>& arguments,
    const std::vector<ConfigKey>& keys);

}  // namespace backwire::config

#endif  // BACKWIRE_SERVER_CONFIG_COMMAND_LINE_H_
