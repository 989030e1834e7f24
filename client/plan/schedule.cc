#include "client/plan/schedule.h"

#include <cmath>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

namespace backwire::client {
namespace {

absl::Status SegmentError(absl::string_view segment, absl::string_view what) {
  return absl::InvalidArgumentError(absl::StrCat(
      "schedule segment \"", segment, "\": ", what,
      "; write RATE@DURATION or FROM-TO@DURATION, like 100-500@30s"));
}

bool ParseRate(absl::string_view text, double* rate) {
  return absl::SimpleAtod(text, rate) && *rate >= 0 && *rate <= kMaxRate;
}

absl::StatusOr<RateSegment> ParseSegment(absl::string_view text) {
  const std::vector<absl::string_view> parts = absl::StrSplit(text, '@');
  if (parts.size() != 2) return SegmentError(text, "needs exactly one '@'");
  const std::vector<absl::string_view> rates = absl::StrSplit(parts[0], '-');
  RateSegment segment;
  if (rates.size() > 2 || !ParseRate(rates.front(), &segment.from_per_second) ||
      !ParseRate(rates.back(), &segment.to_per_second)) {
    return SegmentError(text, "rates are numbers from 0 to 1000000");
  }
  if (segment.from_per_second == 0 && segment.to_per_second == 0) {
    return SegmentError(text, "a segment must send something");
  }
  if (!absl::ParseDuration(std::string(parts[1]), &segment.duration) ||
      segment.duration <= absl::ZeroDuration() ||
      segment.duration > absl::Hours(24)) {
    return SegmentError(text, "the duration is above 0 and at most 24h");
  }
  return segment;
}

double CallsOf(const RateSegment& segment) {
  return (segment.from_per_second + segment.to_per_second) / 2 *
         absl::ToDoubleSeconds(segment.duration);
}

// Seconds into the segment at which `calls` of its calls have been made. The
// form without a difference of roots stays exact for a flat rate.
double SecondsUntil(const RateSegment& segment, double calls) {
  if (calls <= 0) return 0;
  const double slope = (segment.to_per_second - segment.from_per_second) /
                       absl::ToDoubleSeconds(segment.duration);
  const double square =
      segment.from_per_second * segment.from_per_second + 2 * slope * calls;
  return 2 * calls /
         (segment.from_per_second + std::sqrt(std::fmax(square, 0)));
}

}  // namespace

absl::StatusOr<Schedule> ParseSchedule(absl::string_view text) {
  Schedule schedule;
  for (absl::string_view part : absl::StrSplit(text, ',')) {
    absl::StatusOr<RateSegment> segment = ParseSegment(part);
    if (!segment.ok()) return segment.status();
    schedule.push_back(*segment);
  }
  return schedule;
}

std::string FormatSchedule(const Schedule& schedule) {
  return absl::StrJoin(
      schedule, ",", [](std::string* out, const RateSegment& segment) {
        absl::StrAppend(out, segment.from_per_second);
        if (segment.to_per_second != segment.from_per_second) {
          absl::StrAppend(out, "-", segment.to_per_second);
        }
        absl::StrAppend(out, "@", absl::FormatDuration(segment.duration));
      });
}

absl::Duration TotalDuration(const Schedule& schedule) {
  absl::Duration total;
  for (const RateSegment& segment : schedule) total += segment.duration;
  return total;
}

std::optional<Arrival> Arrivals::Next() {
  while (segment_ < schedule_.size()) {
    const RateSegment& segment = schedule_[segment_];
    const double calls = static_cast<double>(next_) - calls_before_;
    // A hair of tolerance keeps rounding from adding a call at the border.
    if (calls < CallsOf(segment) - 1e-6) {
      ++next_;
      const double seconds = seconds_before_ + SecondsUntil(segment, calls);
      return Arrival{static_cast<int64_t>(seconds * 1e9), segment_};
    }
    calls_before_ += CallsOf(segment);
    seconds_before_ += absl::ToDoubleSeconds(segment.duration);
    ++segment_;
  }
  return std::nullopt;
}

}  // namespace backwire::client
