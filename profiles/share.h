// A share of a whole that was sampled, and how sure it is.
#ifndef BACKWIRE_PROFILES_SHARE_H_
#define BACKWIRE_PROFILES_SHARE_H_

#include <cstdint>

namespace backwire::profiles {

// All in 0 to 1; low <= value <= high.
struct Share {
  double value = 0;
  double low = 0;
  double high = 0;
};

// `part` of `total`, with the bounds of the 95 % confidence interval (Wilson's)
// for that many independent `samples`. The counts may be in another unit than
// samples (bytes, scaled estimates): only their ratio is taken. The interval
// says how much chance there is in the sampling, not whether the load or the
// attribution was right.
//
// REQUIRES: 0 <= part <= total, total > 0, samples > 0.
Share MakeShare(int64_t part, int64_t total, int64_t samples);

// The difference of two shares that were sampled apart, all in -1 to 1;
// low <= value <= high.
struct ShareChange {
  double value = 0;
  double low = 0;
  double high = 0;

  // The sampling alone explains it.
  bool IsNoise() const { return low <= 0 && 0 <= high; }
};

// `after` - `before` with the bounds of its 95 % confidence interval
// (Newcombe's, from the bounds of the two).
ShareChange Change(const Share& before, const Share& after);

}  // namespace backwire::profiles

#endif  // BACKWIRE_PROFILES_SHARE_H_
