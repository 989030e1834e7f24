// What the service counts about its calls, in a Prometheus registry. Bytes and
// codec calls are counted by the codec library itself.
#ifndef BACKWIRE_SERVER_SERVICE_SERVICE_METRICS_H_
#define BACKWIRE_SERVER_SERVICE_SERVICE_METRICS_H_

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>

#include "absl/status/status.h"

namespace prometheus {
class Counter;
class Gauge;
class Histogram;
class Registry;
}  // namespace prometheus

namespace backwire::server {

enum class Method { kGenerate, kGenerateStream };

// Thread-safe.
class ServiceMetrics {
 public:
  // Registers the metrics; the registry lives as long as this.
  explicit ServiceMetrics(std::shared_ptr<prometheus::Registry> registry);

  void OnStart(Method method);

  // `code` is what the call ended with; CANCELLED if the caller left.
  void OnEnd(Method method, absl::StatusCode code,
             std::chrono::steady_clock::duration latency);

  // The call that ends was refused by a shutdown.
  void OnRefused() { refused_.fetch_add(1); }

  void OnCandidates(int count);

  // A response that a builder has written: the codec does not count it.
  void OnBuilt(size_t size_bytes);

  // A call took an arena: one that another call had left, or a new one.
  void OnArena(bool reused);

  // Calls that ended, and those among them that a shutdown refused.
  uint64_t ended() const { return ended_.load(); }
  uint64_t refused() const { return refused_.load(); }

 private:
  struct PerMethod;

  std::shared_ptr<prometheus::Registry> registry_;
  std::array<std::shared_ptr<PerMethod>, 2> methods_;
  prometheus::Counter* candidates_;
  prometheus::Counter* built_messages_;
  prometheus::Counter* built_bytes_;
  prometheus::Counter* reused_arenas_;
  prometheus::Counter* new_arenas_;
  std::atomic<uint64_t> ended_{0};
  std::atomic<uint64_t> refused_{0};
};

}  // namespace backwire::server

#endif  // BACKWIRE_SERVER_SERVICE_SERVICE_METRICS_H_
