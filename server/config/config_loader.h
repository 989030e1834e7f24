// Puts the server's configuration together: the file, over it the environment,
// over it the flags, and then checks it. What comes out is in range and whole.
#ifndef BACKWIRE_SERVER_CONFIG_CONFIG_LOADER_H_
#define BACKWIRE_SERVER_CONFIG_CONFIG_LOADER_H_

#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "config/server_config.pb.h"

namespace backwire::config {

using Environment = std::map<std::string, std::string>;

struct LoadedConfig {
  // Not empty: print this and exit with 0; the rest is then not set.
  std::string text_to_print;

  ServerConfig config;

  // To be logged, once there is a log.
  std::vector<std::string> warnings;
};

// The variables of this process whose names begin with "BACKWIRE_".
Environment ReadEnvironment();

// `arguments` are without the program's name. Errors name the key and where its
// value came from: "server.conf:3:9", "environment variable BACKWIRE_CODEC" or
// "flag --codec". A variable BACKWIRE_… that is no key is a warning, since
// other programs may use it.
absl::StatusOr<LoadedConfig> LoadServerConfig(
    const std::vector<std::string>& arguments, const Environment& environment);

}  // namespace backwire::config

#endif  // BACKWIRE_SERVER_CONFIG_CONFIG_LOADER_H_
