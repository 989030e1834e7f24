#include "server/config/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "absl/strings/str_cat.h"

namespace backwire::config {
namespace {

std::string Describe(const ConfigKey& key) {
  const std::string value = key.default_text();
  return absl::StrCat(key.help(), ". Default: ", value.empty() ? "none" : value,
                      ". Environment: ", key.environment_name());
}

void AddOptions(const std::vector<ConfigKey>& keys, CLI::App* app,
                CommandLine* out) {
  app->set_version_flag("--version", "backwire-server " BACKWIRE_VERSION);
  app->add_option("--config", out->config_path,
                  "Configuration file in protobuf's text format. Environment: "
                  "BACKWIRE_CONFIG");
  for (const ConfigKey& key : keys) {
    const auto store = [out, &key](const std::string& text) {
      out->values[key.name()] = text;
    };
    app->add_option_function<std::string>(key.flag(), store, Describe(key))
        ->type_name(key.type_name());
  }
}

// The library takes its arguments from the last to the first, and reads
// "--flag=" as a flag without a value rather than with an empty one.
std::vector<std::string> ForLibrary(const std::vector<std::string>& arguments) {
  std::vector<std::string> result;
  for (const std::string& argument : arguments) {
    const bool is_empty_value = argument.size() > 3 &&
                                argument.compare(0, 2, "--") == 0 &&
                                argument.find('=') == argument.size() - 1;
    if (!is_empty_value) {
      result.push_back(argument);
      continue;
    }
    result.push_back(argument.substr(0, argument.size() - 1));
    result.emplace_back();
  }
  std::reverse(result.begin(), result.end());
  return result;
}

}  // namespace

absl::StatusOr<CommandLine> ParseCommandLine(
    const std::vector<std::string>& arguments,
    const std::vector<ConfigKey>& keys) {
  CommandLine result;
  CLI::App app(
      "The candidate-generation service. Flags win over the "
      "environment, and that over the configuration file.",
      "backwire-server");
  AddOptions(keys, &app, &result);
  try {
    app.parse(ForLibrary(arguments));
  } catch (const CLI::CallForHelp&) {
    result.text_to_print = app.help();
  } catch (const CLI::CallForVersion& version) {
    result.text_to_print = absl::StrCat(version.what(), "\n");
  } catch (const CLI::ParseError& error) {
    return absl::InvalidArgumentError(
        absl::StrCat("command line: ", error.what(), " (see --help)"));
  }
  return result;
}

}  // namespace backwire::config
