// What must hold for a configuration beyond the types of its keys: ranges, the
// form of addresses, and keys that only make sense together.
#ifndef BACKWIRE_SERVER_CONFIG_CONFIG_RULES_H_
#define BACKWIRE_SERVER_CONFIG_CONFIG_RULES_H_

#include <map>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "config/server_config.pb.h"
#include "server/config/config_key.h"

namespace backwire::config {

// Where each key that was set got its value, by the key's name.
using Origins = std::map<std::string, std::string>;

// `status` with the key and the origin of its value in front.
absl::Status KeyError(const std::string& key_name, const Origins& origins,
                      const absl::Status& status);

// INVALID_ARGUMENT: the first rule that is broken.
absl::Status CheckConfig(const ServerConfig& config,
                         const std::vector<ConfigKey>& keys,
                         const Origins& origins);

}  // namespace backwire::config

#endif  // BACKWIRE_SERVER_CONFIG_CONFIG_RULES_H_
