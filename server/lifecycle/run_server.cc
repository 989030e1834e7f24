#include "server/lifecycle/run_server.h"

#include <unistd.h>

#include <cstdio>
#include <memory>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "backwire/grpc/start.h"
#include "backwire/registry/active_codec.h"
#include "server/file/file.h"
#include "server/lifecycle/application.h"
#include "server/lifecycle/stop_signal.h"
#include "server/log/event_log.h"

namespace backwire::server {
namespace {

using config::LogConfig;
using config::ServerConfig;

LogOptions OptionsOf(const LogConfig& config) {
  LogOptions options;
  options.format =
      config.format() == LogConfig::JSON ? LogFormat::kJson : LogFormat::kText;
  options.level = config.level() == LogConfig::ERROR     ? LogLevel::kError
                  : config.level() == LogConfig::WARNING ? LogLevel::kWarning
                                                         : LogLevel::kInfo;
  return options;
}

absl::Status StartCodec(const ServerConfig& config) {
  StartOptions options;
  options.codec = config.codec();
  options.parity_sample_rate = config.parity_sample_rate();
  return backwire::Start(options);
}

std::string PortLines(const Application& application) {
  std::string lines = absl::StrCat("grpc_port=", application.grpc_port(), "\n");
  if (application.admin_port() > 0) {
    absl::StrAppend(&lines, "admin_port=", application.admin_port(), "\n");
  }
  return lines;
}

// The file with the ports, while the server answers.
class PortFile {
 public:
  explicit PortFile(std::string path) : path_(std::move(path)) {}
  ~PortFile() {
    if (written_) std::remove(path_.c_str());
  }

  absl::Status Write(const Application& application) {
    if (path_.empty()) return absl::OkStatus();
    const absl::Status status =
        WriteFileAtomically(path_, PortLines(application));
    written_ = status.ok();
    return status;
  }

 private:
  const std::string path_;
  bool written_ = false;
};

void LogServing(const ServerConfig& config, const Application& application) {
  LogFields fields = application.Facts();
  fields.emplace_back("codec", std::string(ToString(ActiveCodec())));
  fields.emplace_back("pid", absl::StrCat(getpid()));
  fields.emplace_back("grpc_port", absl::StrCat(application.grpc_port()));
  if (application.admin_port() > 0) {
    fields.emplace_back("admin_port", absl::StrCat(application.admin_port()));
  }
  fields.emplace_back("max_candidates",
                      absl::StrCat(config.limits().max_candidates()));
  LogEvent(LogLevel::kInfo, "serving", fields);
}

absl::Status DrainAfterSignal(const ServerConfig& config,
                              Application* application) {
  LogEvent(LogLevel::kInfo, "draining",
           {{"signal", WaitForStopSignal()},
            {"timeout_ms", absl::StrCat(config.drain_timeout_ms())},
            {"in_flight", absl::StrCat(application->in_flight())}});
  EndAtNextStopSignal();
  if (application->Stop()) {
    LogEvent(LogLevel::kInfo, "stopped",
             {{"calls", absl::StrCat(application->calls_ended())},
              {"refused", absl::StrCat(application->calls_refused())}});
    return absl::OkStatus();
  }
  return absl::DeadlineExceededError(
      "calls were still under way at the end of drain_timeout_ms and were "
      "cancelled");
}

}  // namespace

absl::Status RunServer(const config::LoadedConfig& loaded) {
  const ServerConfig& config = loaded.config;
  InitLog(OptionsOf(config.log()));
  for (const std::string& warning : loaded.warnings) {
    LogEvent(LogLevel::kWarning, "config", {{"message", warning}});
  }
  absl::Status status = StartCodec(config);
  if (!status.ok()) return status;
  auto application = Application::Start(config);
  if (!application.ok()) return application.status();
  PortFile port_file(config.port_file());
  status = port_file.Write(**application);
  if (!status.ok()) return status;
  LogServing(config, **application);
  return DrainAfterSignal(config, application->get());
}

}  // namespace backwire::server
