// One key of the server's configuration, read from the schema
// (proto/config/server_config.proto): its names in the file, the environment
// and on the command line, and how to set it from text.
#ifndef BACKWIRE_SERVER_CONFIG_CONFIG_KEY_H_
#define BACKWIRE_SERVER_CONFIG_CONFIG_KEY_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "config/server_config.pb.h"

namespace backwire::config {

// Thread-compatible; borrows descriptors that live as long as the process.
class ConfigKey {
 public:
  using FieldPath = std::vector<const google::protobuf::FieldDescriptor*>;

  // REQUIRES: the path leads from ServerConfig through messages to a value.
  explicit ConfigKey(FieldPath path);

  const std::string& name() const { return name_; }  // "admin.token"
  const std::string& environment_name() const { return environment_name_; }
  const std::string& flag() const { return flag_; }  // "--admin-token"

  // The schema's sentence, and the default as text ("" if it is empty).
  std::string help() const;
  std::string default_text() const;

  // "NUMBER", "NAME" or "TEXT": what --help shows for the value.
  const char* type_name() const;

  // INVALID_ARGUMENT: `text` is no value of this key's type; `config` is then
  // unchanged. Ranges are not checked here.
  absl::Status SetFromText(const std::string& text, ServerConfig* config) const;

  // INVALID_ARGUMENT: the value in `config` is out of this key's range.
  absl::Status CheckRange(const ServerConfig& config) const;

  const FieldPath& path() const { return path_; }

 private:
  const google::protobuf::FieldDescriptor& field() const {
    return *path_.back();
  }

  FieldPath path_;
  std::string name_;
  std::string environment_name_;
  std::string flag_;
};

// All keys, in the order of the schema.
std::vector<ConfigKey> ServerConfigKeys();

}  // namespace backwire::config

#endif  // BACKWIRE_SERVER_CONFIG_CONFIG_KEY_H_
