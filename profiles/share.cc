#include "profiles/share.h"

#include <algorithm>
#include <cmath>

namespace backwire::profiles {

Share MakeShare(int64_t part, int64_t total, int64_t samples) {
  constexpr double kZ = 1.959964;  // 95 % of a normal distribution lie within
  const double p = static_cast<double>(part) / total;
  const double n = static_cast<double>(samples);
  const double z2_n = kZ * kZ / n;
  const double center = (p + z2_n / 2) / (1 + z2_n);
  const double half =
      kZ * std::sqrt(p * (1 - p) / n + z2_n / (4 * n)) / (1 + z2_n);
  return {p, std::min(p, std::max(0.0, center - half)),
          std::max(p, std::min(1.0, center + half))};
}

ShareChange Change(const Share& before, const Share& after) {
  const double change = after.value - before.value;
  return {
      change,
      change - std::hypot(after.value - after.low, before.high - before.value),
      change + std::hypot(after.high - after.value, before.value - before.low)};
}

}  // namespace backwire::profiles
