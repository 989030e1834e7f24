// The result of a run, for people.
#ifndef BACKWIRE_CLIENT_REPORT_SUMMARY_H_
#define BACKWIRE_CLIENT_REPORT_SUMMARY_H_

#include <string>

#include "client/report/load_result.h"
#include "client/senders/recorder.h"

namespace backwire::client {

// Several lines, the last with a newline.
std::string Summary(const LoadResult& result);

// One line without its newline.
std::string ProgressLine(const Interval& interval, int64_t interval_ns,
                         int64_t elapsed_ns);

// "950 ns", "12.3 us", "4.56 ms", "1.23 s".
std::string FormatNanos(double ns);

// "closed loop of 8 calls", "open loop at 100@10s".
std::string DescribePace(const PacePlan& plan);

}  // namespace backwire::client

#endif  // BACKWIRE_CLIENT_REPORT_SUMMARY_H_
