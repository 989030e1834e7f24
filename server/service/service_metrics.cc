#include "server/service/service_metrics.h"

#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>

#include <string>
#include <utility>

namespace backwire::server {
namespace {

// From a tenth of a millisecond to ten seconds.
const prometheus::Histogram::BucketBoundaries& LatencyBuckets() {
  static const auto* buckets = new prometheus::Histogram::BucketBoundaries{
      0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025,
      0.05,   0.1,     0.25,   0.5,   1.0,    2.5,   5.0,  10.0};
  return *buckets;
}

prometheus::Counter& Arenas(const char* from, prometheus::Registry* registry) {
  return prometheus::BuildCounter()
      .Name("backwire_server_arenas_taken_total")
      .Help("Arenas that calls took: from the pool of idle ones, or new.")
      .Register(*registry)
      .Add({{"from", from}});
}

}  // namespace

struct ServiceMetrics::PerMethod {
  PerMethod(const std::string& method, prometheus::Registry* registry)
      : in_flight(prometheus::BuildGauge()
                      .Name("backwire_server_in_flight_calls")
                      .Help("Calls that have begun and not ended.")
                      .Register(*registry)
                      .Add({{"method", method}})),
        latency(prometheus::BuildHistogram()
                    .Name("backwire_server_call_seconds")
                    .Help("From the request's arrival at the handler to the "
                          "end of the call, in seconds.")
                    .Register(*registry)
                    .Add({{"method", method}}, LatencyBuckets())),
        ok(Calls(method, "OK", registry)),
        invalid(Calls(method, "INVALID_ARGUMENT", registry)),
        unavailable(Calls(method, "UNAVAILABLE", registry)),
        cancelled(Calls(method, "CANCELLED", registry)),
        name(method),
        metrics(registry) {}

  static prometheus::Counter& Calls(const std::string& method,
                                    const std::string& code,
                                    prometheus::Registry* registry) {
    return prometheus::BuildCounter()
        .Name("backwire_server_calls_total")
        .Help("Calls that ended, by the code that the service gave them.")
        .Register(*registry)
        .Add({{"method", method}, {"code", code}});
  }

  prometheus::Counter& CallsWith(absl::StatusCode code) {
    switch (code) {
      case absl::StatusCode::kOk:
        return ok;
      case absl::StatusCode::kInvalidArgument:
        return invalid;
      case absl::StatusCode::kUnavailable:
        return unavailable;
      case absl::StatusCode::kCancelled:
        return cancelled;
      default:  // rare enough to look it up
        return Calls(name, absl::StatusCodeToString(code), metrics);
    }
  }

  prometheus::Gauge& in_flight;
  prometheus::Histogram& latency;
  prometheus::Counter& ok;
  prometheus::Counter& invalid;
  prometheus::Counter& unavailable;
  prometheus::Counter& cancelled;
  const std::string name;
  prometheus::Registry* const metrics;
};

ServiceMetrics::ServiceMetrics(std::shared_ptr<prometheus::Registry> registry)
    : registry_(std::move(registry)),
      methods_{std::make_shared<PerMethod>("Generate", registry_.get()),
               std::make_shared<PerMethod>("GenerateStream", registry_.get())},
      candidates_(&prometheus::BuildCounter()
                       .Name("backwire_server_candidates_total")
                       .Help("Candidates put into responses.")
                       .Register(*registry_)
                       .Add({})),
      built_messages_(&prometheus::BuildCounter()
                           .Name("backwire_server_built_messages_total")
                           .Help("Response messages that a builder has "
                                 "written; the codec does not see them.")
                           .Register(*registry_)
                           .Add({})),
      built_bytes_(&prometheus::BuildCounter()
                        .Name("backwire_server_built_bytes_total")
                        .Help("Bytes of those messages.")
                        .Register(*registry_)
                        .Add({})),
      reused_arenas_(&Arenas("pool", registry_.get())),
      new_arenas_(&Arenas("new", registry_.get())) {}

void ServiceMetrics::OnStart(Method method) {
  methods_[static_cast<size_t>(method)]->in_flight.Increment();
}

void ServiceMetrics::OnEnd(Method method, absl::StatusCode code,
                           std::chrono::steady_clock::duration latency) {
  PerMethod& metrics = *methods_[static_cast<size_t>(method)];
  metrics.in_flight.Decrement();
  metrics.latency.Observe(std::chrono::duration<double>(latency).count());
  metrics.CallsWith(code).Increment();
  ended_.fetch_add(1);
}

void ServiceMetrics::OnCandidates(int count) { candidates_->Increment(count); }

void ServiceMetrics::OnBuilt(size_t size_bytes) {
  built_messages_->Increment();
  built_bytes_->Increment(static_cast<double>(size_bytes));
}

void ServiceMetrics::OnArena(bool reused) {
  (reused ? reused_arenas_ : new_arenas_)->Increment();
}

}  // namespace backwire::server
