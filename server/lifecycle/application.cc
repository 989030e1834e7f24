#include "server/lifecycle/application.h"

#include <prometheus/registry.h>

#include <atomic>
#include <chrono>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "backwire/admin/admin_server.h"
#include "candidates/v1/candidates.grpc.pb.h"
#include "server/catalogue/catalogue_file.h"
#include "server/fanout/fanout_service.h"
#include "server/generation/candidate_generator.h"
#include "server/lifecycle/grpc_listener.h"
#include "server/lifecycle/stop_signal.h"
#include "server/service/call_gate.h"
#include "server/service/candidate_service.h"
#include "server/service/service_metrics.h"

namespace backwire::server {
namespace {

using config::ServerConfig;

// How long callers get to see that they are refused before the connection goes:
// until no call came for the first, and never longer than the second.
constexpr std::chrono::milliseconds kQuietTime(100);
constexpr std::chrono::seconds kPatience(1);

absl::StatusOr<workload::Catalogue> MakeCatalogue(
    const config::CatalogueConfig& config) {
  const StopSignalsEndProcess large_files_take_a_while;
  if (config.file().empty()) {
    return workload::MakeReferenceCatalogue(config.generated_items(),
                                            config.seed());
  }
  auto catalogue = ReadCatalogueFile(config.file());
  if (catalogue.ok()) return catalogue;
  return absl::Status(
      catalogue.status().code(),
      absl::StrCat("catalogue.file: ", catalogue.status().message()));
}

GenerationLimits LimitsOf(const config::LimitsConfig& config) {
  GenerationLimits limits;
  limits.max_candidates = config.max_candidates();
  limits.default_chunk_size = config.default_chunk_size();
  return limits;
}

// Null for the workload that generates nothing.
absl::StatusOr<std::unique_ptr<CandidateGenerator>> MakeGenerator(
    const ServerConfig& config) {
  if (config.workload() == config::FANOUT) return nullptr;
  absl::StatusOr<workload::Catalogue> catalogue =
      MakeCatalogue(config.catalogue());
  if (!catalogue.ok()) return catalogue.status();
  const GenerationLimits limits = LimitsOf(config.limits());
  if (config.workload() != config::SIMILARITY) {
    return std::make_unique<CandidateGenerator>(*std::move(catalogue), limits);
  }
  const StopSignalsEndProcess an_index_takes_a_while;
  absl::StatusOr<SimilaritySearch> search =
      SimilaritySearch::Make(*catalogue, config.catalogue().seed());
  if (!search.ok()) return search.status();
  return std::make_unique<CandidateGenerator>(*std::move(catalogue),
                                              *std::move(search), limits);
}

FanoutOptions FanoutOf(const ServerConfig& config) {
  FanoutOptions options;
  options.target = config.fanout().target();
  options.requests = config.fanout().requests();
  options.max_candidates = config.limits().max_candidates();
  options.max_response_bytes = config.limits().max_send_message_bytes();
  options.arena_block_bytes = config.arena_initial_block_bytes();
  return options;
}

ResponseForm FormOf(config::Response response) {
  return response == config::BUILDER ? ResponseForm::kBuilder
                                     : ResponseForm::kMessage;
}

const char* TlsName(const config::TlsConfig& tls) {
  if (tls.cert_file().empty()) return "off";
  return tls.client_ca_file().empty() ? "on" : "mutual";
}

}  // namespace

using FactList = std::vector<std::pair<std::string, std::string>>;

// Where the candidates come from.
FactList SourceFacts(const ServerConfig& config,
                     const CandidateGenerator* generator) {
  if (generator == nullptr) {
    return {{"fanout_target", config.fanout().target()},
            {"fanout_requests", absl::StrCat(config.fanout().requests())}};
  }
  const std::string& file = config.catalogue().file();
  return {{"catalogue", file.empty() ? "generated" : file},
          {"catalogue_items", absl::StrCat(generator->catalogue_size())}};
}

// In the order of construction; what comes later borrows what comes before.
struct Application::Parts {
  Parts(const ServerConfig& the_config,
        std::unique_ptr<CandidateGenerator> the_generator)
      : config(the_config),
        generator(std::move(the_generator)),
        registry(std::make_shared<prometheus::Registry>()),
        metrics(registry),
        service(
            generator == nullptr
                ? MakeFanoutService(FanoutOf(config), &gate, &metrics)
                : MakeCandidateService(generator.get(), &gate, &metrics,
                                       FormOf(config.response()),
                                       config.arena_initial_block_bytes())) {}

  FactList Facts() const {
    FactList facts = {
        {"version", BACKWIRE_VERSION},
        {"listen_address", config.listen_address()},
        {"tls", TlsName(config.tls())},
        {"workload", config::Workload_Name(config.workload())},
        {"response", config::Response_Name(config.response())},
    };
    for (auto& fact : SourceFacts(config, generator.get())) {
      facts.push_back(std::move(fact));
    }
    return facts;
  }

  std::vector<admin::StatusRow> StatusRows() const {
    std::vector<admin::StatusRow> rows;
    for (const auto& [name, value] : Facts()) rows.push_back({name, value});
    const absl::Duration uptime = absl::Now() - started;
    rows.push_back({"service uptime", absl::FormatDuration(absl::Trunc(
                                          uptime, absl::Seconds(1)))});
    rows.push_back({"calls under way", absl::StrCat(gate.in_flight())});
    rows.push_back({"calls ended", absl::StrCat(metrics.ended())});
    return rows;
  }

  absl::Status StartAdmin();

  const ServerConfig config;
  const absl::Time started = absl::Now();
  const std::unique_ptr<CandidateGenerator> generator;  // null with FANOUT
  const std::shared_ptr<prometheus::Registry> registry;
  CallGate gate;
  ServiceMetrics metrics;
  const std::unique_ptr<grpc::Service> service;
  std::atomic<bool> healthy{false};
  std::unique_ptr<admin::AdminServer> admin;
  std::unique_ptr<GrpcListener> listener;
};

absl::Status Application::Parts::StartAdmin() {
  if (config.admin().address().empty()) return absl::OkStatus();
  admin::AdminOptions options;
  options.address = config.admin().address();
  options.token = config.admin().token();
  options.title = "backwire-server";
  options.max_profile_seconds = config.admin().max_profile_seconds();
  options.registry = registry;
  options.status_rows = [this] { return StatusRows(); };
  options.healthy = [this] { return healthy.load(); };
  auto server = admin::AdminServer::Start(std::move(options));
  if (!server.ok()) {
    return absl::Status(
        server.status().code(),
        absl::StrCat("admin.address: ", server.status().message()));
  }
  admin = *std::move(server);
  return absl::OkStatus();
}

Application::Application(std::unique_ptr<Parts> parts)
    : parts_(std::move(parts)) {}

Application::~Application() = default;

absl::StatusOr<std::unique_ptr<Application>> Application::Start(
    const ServerConfig& config) {
  auto generator = MakeGenerator(config);
  if (!generator.ok()) return generator.status();
  auto parts = std::make_unique<Parts>(config, *std::move(generator));
  const absl::Status status = parts->StartAdmin();
  if (!status.ok()) return status;
  auto listener = GrpcListener::Start(
      config, candidates::v1::CandidateService::service_full_name(),
      parts->service.get());
  if (!listener.ok()) return listener.status();
  parts->listener = *std::move(listener);
  parts->healthy = true;
  return std::unique_ptr<Application>(new Application(std::move(parts)));
}

int Application::grpc_port() const { return parts_->listener->port(); }

int Application::admin_port() const {
  return parts_->admin == nullptr ? 0 : parts_->admin->port();
}

int64_t Application::in_flight() const { return parts_->gate.in_flight(); }

uint64_t Application::calls_ended() const { return parts_->metrics.ended(); }

uint64_t Application::calls_refused() const {
  return parts_->metrics.refused();
}

std::vector<std::pair<std::string, std::string>> Application::Facts() const {
  return parts_->Facts();
}

bool Application::Stop() {
  const auto deadline =
      CallGate::Clock::now() +
      std::chrono::milliseconds(parts_->config.drain_timeout_ms());
  parts_->healthy = false;
  parts_->listener->AnnounceEnd();
  parts_->gate.Close();
  const bool clean =
      parts_->gate.WaitUntilQuiet(kQuietTime, kPatience, deadline);
  parts_->listener->Shutdown();
  if (parts_->admin != nullptr) parts_->admin->Shutdown();
  return clean;
}

}  // namespace backwire::server
