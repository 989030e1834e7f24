#include "client/rpc/channels.h"

#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/support/channel_arguments.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <sstream>

#include "absl/strings/str_cat.h"
#include "client/probe/health_check.h"

namespace backwire::client {
namespace {

using Clock = std::chrono::system_clock;

absl::Status ReadPem(const char* flag, const std::string& path,
                     std::string* out) {
  if (path.empty()) return absl::OkStatus();
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file.good() || text.str().find("-----BEGIN ") == std::string::npos) {
    return absl::InvalidArgumentError(
        absl::StrCat(flag, "=", path, ": not a readable PEM file"));
  }
  *out = text.str();
  return absl::OkStatus();
}

absl::StatusOr<std::shared_ptr<grpc::ChannelCredentials>> MakeCredentials(
    const TlsPlan& plan) {
  if (!plan.enabled) return grpc::InsecureChannelCredentials();
  grpc::SslCredentialsOptions options;
  for (const absl::Status& status :
       {ReadPem("--tls-ca", plan.ca_file, &options.pem_root_certs),
        ReadPem("--tls-cert", plan.cert_file, &options.pem_cert_chain),
        ReadPem("--tls-key", plan.key_file, &options.pem_private_key)}) {
    if (!status.ok()) return status;
  }
  return grpc::SslCredentials(options);
}

grpc::ChannelArguments MakeArguments(const ConnectionPlan& plan, int index) {
  grpc::ChannelArguments arguments;
  // Channels with equal arguments share a connection through the global pool.
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  arguments.SetInt("backwire.connection", index);
  arguments.SetMaxReceiveMessageSize(plan.max_receive_bytes);
  arguments.SetMaxSendMessageSize(plan.max_send_bytes);
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 100);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 1000);
  // A retry would hide a failure and would count its time as the server's.
  arguments.SetInt(GRPC_ARG_ENABLE_RETRIES, 0);
  arguments.SetInt(GRPC_ARG_SERVICE_CONFIG_DISABLE_RESOLUTION, 1);
  // What is measured is the server, not a proxy from the environment.
  arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  if (!plan.tls.server_name.empty()) {
    arguments.SetSslTargetNameOverride(plan.tls.server_name);
  }
  return arguments;
}

// Waits in slices, so that a stop is noticed. True when connected.
bool WaitForConnected(grpc::Channel* channel, Clock::time_point until,
                      const std::function<bool()>& stopped) {
  while (!stopped()) {
    const auto slice = Clock::now() + std::chrono::milliseconds(50);
    if (channel->WaitForConnected(std::min(slice, until))) return true;
    if (Clock::now() >= until) return false;
  }
  return false;
}

absl::Status NotConnected(const ConnectionPlan& plan, const std::string& target,
                          const std::shared_ptr<grpc::Channel>& channel) {
  std::string cause;
  if (channel->GetState(false) == GRPC_CHANNEL_TRANSIENT_FAILURE) {
    // A call that fails at once carries the reason that the channel knows.
    cause = CheckHealth(channel, "", absl::Milliseconds(500)).text;
  } else {
    cause =
        "the connection was never completed: is it a gRPC server, and do both "
        "sides use TLS, or neither?";
  }
  return absl::UnavailableError(
      absl::StrCat("cannot connect to ", target, " within ",
                   absl::FormatDuration(plan.connect_timeout), ": ", cause));
}

}  // namespace

absl::StatusOr<std::vector<TargetChannel>> MakeChannels(
    const ConnectionPlan& plan) {
  auto credentials = MakeCredentials(plan.tls);
  if (!credentials.ok()) return credentials.status();
  std::vector<TargetChannel> channels;
  for (int i = 0; i < plan.connections; ++i) {
    for (int target = 0; target < plan.targets.size(); ++target) {
      channels.push_back(
          {grpc::CreateCustomChannel(plan.targets[target], *credentials,
                                     MakeArguments(plan, i)),
           target});
    }
  }
  return channels;
}

absl::Status ConnectAll(const ConnectionPlan& plan,
                        const std::vector<TargetChannel>& channels,
                        const std::function<bool()>& stopped) {
  const auto until =
      Clock::now() + absl::ToChronoMilliseconds(plan.connect_timeout);
  for (const TargetChannel& each : channels) each.channel->GetState(true);
  for (const TargetChannel& each : channels) {
    if (WaitForConnected(each.channel.get(), until, stopped)) continue;
    if (stopped()) return absl::CancelledError("interrupted while connecting");
    return NotConnected(plan, plan.targets[each.target], each.channel);
  }
  return absl::OkStatus();
}

}  // namespace backwire::client
