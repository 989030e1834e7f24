#include "server/config/config_loader.h"

#include <set>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "server/config/command_line.h"
#include "server/config/config_file.h"
#include "server/config/config_key.h"
#include "server/config/config_rules.h"

extern char** environ;

namespace backwire::config {
namespace {

constexpr char kPrefix[] = "BACKWIRE_";
constexpr char kConfigVariable[] = "BACKWIRE_CONFIG";

std::string VariableOrigin(const std::string& name) {
  return absl::StrCat("environment variable ", name);
}

// An empty variable is how scripts and compose files leave one unset.
std::string ValueOf(const Environment& environment, const std::string& name) {
  const auto it = environment.find(name);
  return it == environment.end() ? "" : it->second;
}

absl::Status ReadFileLayer(const std::string& path,
                           const std::vector<ConfigKey>& keys,
                           ServerConfig* config, Origins* origins) {
  if (path.empty()) return absl::OkStatus();
  absl::StatusOr<ConfigFile> file = ReadConfigFile(path, keys);
  if (!file.ok()) return file.status();
  *config = file->config;
  *origins = file->locations;
  return absl::OkStatus();
}

absl::Status Override(const ConfigKey& key, const std::string& text,
                      const std::string& origin, ServerConfig* config,
                      Origins* origins) {
  (*origins)[key.name()] = origin;
  const absl::Status status = key.SetFromText(text, config);
  return status.ok() ? status : KeyError(key.name(), *origins, status);
}

absl::Status ApplyOverrides(const std::vector<ConfigKey>& keys,
                            const Environment& environment,
                            const CommandLine& flags, ServerConfig* config,
                            Origins* origins) {
  for (const ConfigKey& key : keys) {
    absl::Status status;
    const std::string variable = ValueOf(environment, key.environment_name());
    const auto flag = flags.values.find(key.name());
    if (flag != flags.values.end()) {
      status = Override(key, flag->second, absl::StrCat("flag ", key.flag()),
                        config, origins);
    } else if (!variable.empty()) {
      status = Override(key, variable, VariableOrigin(key.environment_name()),
                        config, origins);
    }
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

std::vector<std::string> UnknownVariables(const Environment& environment,
                                          const std::vector<ConfigKey>& keys) {
  std::set<std::string> known = {kConfigVariable};
  for (const ConfigKey& key : keys) known.insert(key.environment_name());
  std::vector<std::string> warnings;
  for (const auto& [name, value] : environment) {
    if (known.count(name) > 0) continue;
    warnings.push_back(absl::StrCat(VariableOrigin(name),
                                    " is no key of the server: ignored"));
  }
  return warnings;
}

}  // namespace

Environment ReadEnvironment() {
  Environment result;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    const size_t equals = text.find('=');
    if (!absl::StartsWith(text, kPrefix) || equals == text.npos) continue;
    result[text.substr(0, equals)] = text.substr(equals + 1);
  }
  return result;
}

absl::StatusOr<LoadedConfig> LoadServerConfig(
    const std::vector<std::string>& arguments, const Environment& environment) {
  const std::vector<ConfigKey> keys = ServerConfigKeys();
  absl::StatusOr<CommandLine> flags = ParseCommandLine(arguments, keys);
  if (!flags.ok()) return flags.status();
  LoadedConfig result;
  result.text_to_print = flags->text_to_print;
  if (!result.text_to_print.empty()) return result;

  const std::string path = flags->config_path.empty()
                               ? ValueOf(environment, kConfigVariable)
                               : flags->config_path;
  Origins origins;
  absl::Status status = ReadFileLayer(path, keys, &result.config, &origins);
  if (status.ok()) {
    status =
        ApplyOverrides(keys, environment, *flags, &result.config, &origins);
  }
  if (status.ok()) status = CheckConfig(result.config, keys, origins);
  if (!status.ok()) return status;
  result.warnings = UnknownVariables(environment, keys);
  return result;
}

}  // namespace backwire::config
