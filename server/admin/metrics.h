// The Prometheus text of /metrics.
#ifndef BACKWIRE_SERVER_ADMIN_METRICS_H_
#define BACKWIRE_SERVER_ADMIN_METRICS_H_

#include <string>
#include <vector>

#include "backwire/registry/codec_name.h"
#include "backwire/registry/counters.h"
#include "backwire/registry/view_counters.h"
#include "prometheus/metric_family.h"

namespace prometheus {
class Registry;
}  // namespace prometheus

namespace backwire::admin {

// What the codec did, by message type, and which one is active. Types that were
// never used are left out.
std::vector<prometheus::MetricFamily> CodecMetrics(
    CodecName active, const CodecCounters& counters);

// The messages that were received as views, and the bytes that these hold.
// Nothing if there were none.
std::vector<prometheus::MetricFamily> ViewMetrics(
    const std::vector<TypeViewCounts>& types);

// This process's CPU time, memory and start, under the names that Prometheus
// clients share, and whether a capture runs ("" for none).
std::vector<prometheus::MetricFamily> ProcessMetrics(
    const std::string& running_capture);

// All of the above and what `registry` holds (which may be nullptr), in
// Prometheus' text format.
std::string MetricsText(prometheus::Registry* registry,
                        const std::string& running_capture);

}  // namespace backwire::admin

#endif  // BACKWIRE_SERVER_ADMIN_METRICS_H_
