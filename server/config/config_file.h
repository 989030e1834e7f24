// Reads a configuration file in protobuf's text format. Every fault is told
// with file, line and column, counted from 1.
#ifndef BACKWIRE_SERVER_CONFIG_CONFIG_FILE_H_
#define BACKWIRE_SERVER_CONFIG_CONFIG_FILE_H_

#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "config/server_config.pb.h"
#include "server/config/config_key.h"

namespace backwire::config {

struct ConfigFile {
  ServerConfig config;

  // Where the file sets a key: "server.conf:3:9" by the key's name.
  std::map<std::string, std::string> locations;
};

// NOT_FOUND, PERMISSION_DENIED and others: the file cannot be read.
// INVALID_ARGUMENT: it is a folder, is larger than 1 MiB, or has an unknown
// key, a key twice, or a malformed value.
absl::StatusOr<ConfigFile> ReadConfigFile(const std::string& path,
                                          const std::vector<ConfigKey>& keys);

}  // namespace backwire::config

#endif  // BACKWIRE_SERVER_CONFIG_CONFIG_FILE_H_
