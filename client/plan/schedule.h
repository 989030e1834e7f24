// The rates of an open loop: a list of segments, each with a rate that stays or
// changes linearly. Arrival times follow from the integral of the rate alone,
// never from how the server answers.
#ifndef BACKWIRE_CLIENT_PLAN_SCHEDULE_H_
#define BACKWIRE_CLIENT_PLAN_SCHEDULE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace backwire::client {

// Calls per second, from the segment's start to its end. Rates are 0 to
// kMaxRate, not both 0; the duration is above zero.
struct RateSegment {
  double from_per_second = 0;
  double to_per_second = 0;
  absl::Duration duration;
};

inline constexpr double kMaxRate = 1e6;

using Schedule = std::vector<RateSegment>;

// Reads "RATE@DURATION" and "FROM-TO@DURATION", separated by commas:
// "100@10s,100-500@30s,500@1m". INVALID_ARGUMENT names the bad segment.
absl::StatusOr<Schedule> ParseSchedule(absl::string_view text);

// The form that ParseSchedule() reads.
std::string FormatSchedule(const Schedule& schedule);

absl::Duration TotalDuration(const Schedule& schedule);

struct Arrival {
  int64_t offset_ns;  // since the start of the schedule
  int segment;        // index into the schedule
};

// The arrival times of a schedule, in rising order, the first at offset 0.
// Borrows the schedule. Not thread-safe.
class Arrivals {
 public:
  explicit Arrivals(const Schedule& schedule) : schedule_(schedule) {}

  // nullopt once the schedule is over.
  std::optional<Arrival> Next();

 private:
  const Schedule& schedule_;
  int segment_ = 0;
  int64_t next_ = 0;         // number of the next arrival
  double calls_before_ = 0;  // the rate's integral up to the segment
  double seconds_before_ = 0;
};

}  // namespace backwire::client

#endif  // BACKWIRE_CLIENT_PLAN_SCHEDULE_H_
