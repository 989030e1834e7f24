#include "server/config/config_rules.h"

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace backwire::config {
namespace {

absl::Status Invalid(const std::string& text) {
  return absl::InvalidArgumentError(text);
}

// "host:port" or "[host]:port"; the host itself is left to the resolver.
absl::Status CheckHostAndPort(const std::string& address) {
  const size_t colon = address.rfind(':');
  int port = -1;
  const bool has_port = colon != address.npos && colon > 0 &&
                        absl::SimpleAtoi(address.substr(colon + 1), &port);
  if (has_port && port >= 0 && port <= 65535) return absl::OkStatus();
  return Invalid(absl::StrCat("\"", address,
                              "\" is not host:port with a port of 0 to 65535"));
}

absl::Status CheckListenAddress(const ServerConfig& config) {
  const std::string& address = config.listen_address();
  if (absl::StartsWith(address, "unix:")) return absl::OkStatus();
  return CheckHostAndPort(address);
}

absl::Status CheckAdminAddress(const ServerConfig& config) {
  const std::string& address = config.admin().address();
  return address.empty() ? absl::OkStatus() : CheckHostAndPort(address);
}

absl::Status CheckTlsCert(const ServerConfig& config) {
  const TlsConfig& tls = config.tls();
  if (!tls.cert_file().empty() || tls.key_file().empty()) {
    return absl::OkStatus();
  }
  return Invalid("must be set, since tls.key_file is");
}

absl::Status CheckTlsKey(const ServerConfig& config) {
  const TlsConfig& tls = config.tls();
  if (!tls.key_file().empty() || tls.cert_file().empty()) {
    return absl::OkStatus();
  }
  return Invalid("must be set, since tls.cert_file is");
}

absl::Status CheckTlsClientCa(const ServerConfig& config) {
  const TlsConfig& tls = config.tls();
  if (tls.client_ca_file().empty() || !tls.cert_file().empty()) {
    return absl::OkStatus();
  }
  return Invalid("has no effect without tls.cert_file and tls.key_file");
}

// With a catalogue of one's own the number of items is not known yet; the
// service answers such requests with an error that says so.
absl::Status CheckMaxCandidates(const ServerConfig& config) {
  if (!config.catalogue().file().empty() || config.workload() == FANOUT ||
      config.limits().max_candidates() <=
          config.catalogue().generated_items()) {
    return absl::OkStatus();
  }
  return Invalid(absl::StrCat(config.limits().max_candidates(),
                              " is more than catalogue.generated_items, ",
                              config.catalogue().generated_items()));
}

// A catalogue of one's own is checked when it is read.
absl::Status CheckSimilarityItems(const ServerConfig& config) {
  constexpr int kMaxItems = 100'000;  // as the schema says
  if (config.workload() != SIMILARITY || !config.catalogue().file().empty() ||
      config.catalogue().generated_items() <= kMaxItems) {
    return absl::OkStatus();
  }
  return Invalid(absl::StrCat(config.catalogue().generated_items(),
                              " is more than workload SIMILARITY can index: "
                              "give at most ",
                              kMaxItems));
}

absl::Status CheckFanoutTarget(const ServerConfig& config) {
  const bool is_set = !config.fanout().target().empty();
  if (config.workload() == FANOUT && !is_set) {
    return Invalid("must be set with workload FANOUT: the service to ask");
  }
  if (config.workload() != FANOUT && is_set) {
    return Invalid("has no effect without workload FANOUT");
  }
  return absl::OkStatus();
}

absl::Status CheckFanoutResponse(const ServerConfig& config) {
  if (config.workload() != FANOUT || config.response() != BUILDER) {
    return absl::OkStatus();
  }
  return Invalid(
      "BUILDER is not offered with workload FANOUT, which moves the "
      "candidates that it got as messages");
}

struct Rule {
  const char* key_name;
  absl::Status (*check)(const ServerConfig& config);
};

constexpr Rule kRules[] = {
    {"listen_address", CheckListenAddress},
    {"admin.address", CheckAdminAddress},
    {"tls.cert_file", CheckTlsCert},
    {"tls.key_file", CheckTlsKey},
    {"tls.client_ca_file", CheckTlsClientCa},
    {"limits.max_candidates", CheckMaxCandidates},
    {"catalogue.generated_items", CheckSimilarityItems},
    {"fanout.target", CheckFanoutTarget},
    {"response", CheckFanoutResponse},
};

}  // namespace

absl::Status KeyError(const std::string& key_name, const Origins& origins,
                      const absl::Status& status) {
  const auto origin = origins.find(key_name);
  return absl::InvalidArgumentError(
      absl::StrCat(origin == origins.end() ? "default value" : origin->second,
                   ": ", key_name, ": ", status.message()));
}

absl::Status CheckConfig(const ServerConfig& config,
                         const std::vector<ConfigKey>& keys,
                         const Origins& origins) {
  for (const ConfigKey& key : keys) {
    const absl::Status status = key.CheckRange(config);
    if (!status.ok()) return KeyError(key.name(), origins, status);
  }
  for (const Rule& rule : kRules) {
    const absl::Status status = rule.check(config);
    if (!status.ok()) return KeyError(rule.key_name, origins, status);
  }
  return absl::OkStatus();
}

}  // namespace backwire::config
