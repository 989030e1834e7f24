// The percentiles that every report shows, in one place.
#ifndef BACKWIRE_CLIENT_REPORT_PERCENTILES_H_
#define BACKWIRE_CLIENT_REPORT_PERCENTILES_H_

namespace backwire::client {

struct ReportedPercentile {
  double percent;
  const char* name;
};

inline constexpr ReportedPercentile kReportedPercentiles[] = {
    {50, "p50"}, {75, "p75"},     {90, "p90"},       {95, "p95"},
    {99, "p99"}, {99.9, "p99.9"}, {99.99, "p99.99"}, {100, "max"},
};

}  // namespace backwire::client

#endif  // BACKWIRE_CLIENT_REPORT_PERCENTILES_H_
