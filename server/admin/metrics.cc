#include "backwire/admin/metrics.h"

#include <cstdint>
#include <utility>

#include "backwire/admin/process_info.h"
#include "backwire/registry/active_codec.h"
#include "prometheus/registry.h"
#include "prometheus/text_serializer.h"

namespace backwire::admin {
namespace {

using prometheus::ClientMetric;
using prometheus::MetricFamily;
using prometheus::MetricType;
using Labels = std::vector<ClientMetric::Label>;

void AddCounter(MetricFamily& family, Labels labels, double value) {
  ClientMetric metric;
  metric.label = std::move(labels);
  metric.counter.value = value;
  family.metric.push_back(std::move(metric));
}

MetricFamily Gauge(const char* name, const char* help, Labels labels,
                   double value) {
  ClientMetric metric;
  metric.label = std::move(labels);
  metric.gauge.value = value;
  return {name, help, MetricType::Gauge, {std::move(metric)}};
}

struct TypeCounterColumn {
  const char* name;
  const char* help;
  uint64_t TypeCounters::*value;
};

constexpr TypeCounterColumn kTypeCounterColumns[] = {
    {"backwire_encoded_messages_total", "Messages encoded, by message type",
     &TypeCounters::encoded_messages},
    {"backwire_encoded_bytes_total", "Bytes encoded, by message type",
     &TypeCounters::encoded_bytes},
    {"backwire_decoded_messages_total", "Messages decoded, by message type",
     &TypeCounters::decoded_messages},
    {"backwire_decoded_bytes_total", "Bytes decoded, by message type",
     &TypeCounters::decoded_bytes},
    {"backwire_decode_errors_total", "Messages refused, by message type",
     &TypeCounters::decode_errors},
    {"backwire_parity_checks_total",
     "Messages of which parity compared two encodings, by message type",
     &TypeCounters::parity_checks},
    {"backwire_parity_differences_total",
     "Comparisons of parity that found a difference, by message type",
     &TypeCounters::parity_differences},
    {"backwire_parity_skipped_total",
     "Messages that parity left out: too large, too many at once or no memory, "
     "by message type",
     &TypeCounters::parity_skipped},
};

struct ViewColumn {
  const char* name;
  const char* help;
  MetricType type;
  uint64_t ViewCounts::*value;
};

constexpr ViewColumn kViewColumns[] = {
    {"backwire_view_messages_total",
     "Messages received as views, by message type", MetricType::Counter,
     &ViewCounts::messages},
    {"backwire_view_refused_messages_total",
     "Malformed messages that were to be views, by message type",
     MetricType::Counter, &ViewCounts::refused_messages},
    {"backwire_view_bytes_total",
     "Bytes of both kinds of messages, by message type", MetricType::Counter,
     &ViewCounts::message_bytes},
    {"backwire_view_pinned_bytes",
     "Received bytes that views hold now, by message type", MetricType::Gauge,
     &ViewCounts::pinned_bytes},
};

struct TimeColumn {
  const char* name;
  const char* help;
  uint64_t TypeCounters::*messages;
  uint64_t TypeCounters::*nanoseconds;
};

constexpr TimeColumn kTimeColumns[] = {
    {"backwire_encode_seconds",
     "Time to encode a message, of one message in 64, by message type",
     &TypeCounters::timed_encodes, &TypeCounters::timed_encode_ns},
    {"backwire_decode_seconds",
     "Time to decode a message, of one message in 64, by message type",
     &TypeCounters::timed_decodes, &TypeCounters::timed_decode_ns},
};
static_assert(kTimedEvery == 64, "the help texts name the number");

bool IsUsed(const TypeCounters& type) {
  return type.encoded_messages + type.decoded_messages + type.decode_errors > 0;
}

// A summary without quantiles: the count and the sum of what was timed.
MetricFamily Times(const TimeColumn& column, const std::string& codec,
                   const CodecCounters& counters) {
  MetricFamily family{column.name, column.help, MetricType::Summary, {}};
  for (const TypeCounters& type : counters.types) {
    if (type.*column.messages == 0) continue;
    ClientMetric metric;
    metric.label = {{"codec", codec}, {"type", type.type_name}};
    metric.summary.sample_count = type.*column.messages;
    metric.summary.sample_sum = 1e-9 * type.*column.nanoseconds;
    family.metric.push_back(std::move(metric));
  }
  return family;
}

MetricFamily FallThrough(const std::string& codec,
                         const CodecCounters& counters) {
  MetricFamily family{"backwire_fall_through_messages_total",
                      "Messages that stock handled since the active codec has "
                      "no code for their type",
                      MetricType::Counter,
                      {}};
  AddCounter(family, {{"codec", codec}, {"direction", "encode"}},
             counters.fall_through_encodes);
  AddCounter(family, {{"codec", codec}, {"direction", "decode"}},
             counters.fall_through_decodes);
  return family;
}

void Append(std::vector<MetricFamily> from, std::vector<MetricFamily>& to) {
  for (MetricFamily& family : from) to.push_back(std::move(family));
}

}  // namespace

std::vector<MetricFamily> CodecMetrics(CodecName active,
                                       const CodecCounters& counters) {
  const std::string codec(ToString(active));
  std::vector<MetricFamily> families;
  families.push_back(Gauge("backwire_active_codec",
                           "The codec of this process, as a label; always 1",
                           {{"codec", codec}}, 1));
  for (const TypeCounterColumn& column : kTypeCounterColumns) {
    MetricFamily family{column.name, column.help, MetricType::Counter, {}};
    for (const TypeCounters& type : counters.types) {
      if (!IsUsed(type)) continue;
      AddCounter(family, {{"codec", codec}, {"type", type.type_name}},
                 type.*column.value);
    }
    if (!family.metric.empty()) families.push_back(std::move(family));
  }
  for (const TimeColumn& column : kTimeColumns) {
    MetricFamily family = Times(column, codec, counters);
    if (!family.metric.empty()) families.push_back(std::move(family));
  }
  families.push_back(FallThrough(codec, counters));
  return families;
}

std::vector<MetricFamily> ViewMetrics(
    const std::vector<TypeViewCounts>& types) {
  if (types.empty()) return {};
  std::vector<MetricFamily> families;
  for (const ViewColumn& column : kViewColumns) {
    MetricFamily family{column.name, column.help, column.type, {}};
    for (const TypeViewCounts& type : types) {
      ClientMetric metric;
      metric.label = {{"type", type.type_name}};
      const auto value = static_cast<double>(type.counts.*column.value);
      if (column.type == MetricType::Gauge) {
        metric.gauge.value = value;
      } else {
        metric.counter.value = value;
      }
      family.metric.push_back(std::move(metric));
    }
    families.push_back(std::move(family));
  }
  return families;
}

std::vector<MetricFamily> ProcessMetrics(const std::string& running_capture) {
  MetricFamily cpu{"process_cpu_seconds_total",
                   "User and system CPU time of all threads",
                   MetricType::Counter,
                   {}};
  AddCounter(cpu, {}, CpuSeconds());
  std::vector<MetricFamily> families{
      std::move(cpu),
      Gauge("process_resident_memory_bytes", "Memory that is in RAM", {},
            ResidentBytes()),
      Gauge("backwire_process_uptime_seconds", "Since the process started", {},
            UptimeSeconds())};
  MetricFamily captures{"backwire_capture_running",
                        "1 while a profile of that kind is being taken",
                        MetricType::Gauge,
                        {}};
  for (const char* kind : {"cpu", "allocs"}) {
    ClientMetric metric;
    metric.label = {{"kind", kind}};
    metric.gauge.value = running_capture == kind ? 1 : 0;
    captures.metric.push_back(std::move(metric));
  }
  families.push_back(std::move(captures));
  return families;
}

std::string MetricsText(prometheus::Registry* registry,
                        const std::string& running_capture) {
  std::vector<MetricFamily> families =
      CodecMetrics(ActiveCodec(), SnapshotCounters());
  Append(ViewMetrics(CountViewsByType()), families);
  Append(ProcessMetrics(running_capture), families);
  if (registry != nullptr) Append(registry->Collect(), families);
  return prometheus::TextSerializer().Serialize(families);
}

}  // namespace backwire::admin
