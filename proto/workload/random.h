// The pseudo-random numbers behind the reference workload: SplitMix64 and a
// 64-bit string hash. Both are fully specified here, so that every platform and
// every release makes the same bytes (std distributions promise no such thing).
#ifndef BACKWIRE_PROTO_WORKLOAD_RANDOM_H_
#define BACKWIRE_PROTO_WORKLOAD_RANDOM_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace backwire::workload {

// Spreads every bit of `value` over all 64 bits of the result.
constexpr uint64_t Mix64(uint64_t value) {
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
  return value ^ (value >> 31);
}

// A stream of 64-bit numbers, fixed by its seed. Not thread-safe.
class Random {
 public:
  explicit constexpr Random(uint64_t seed) : state_(seed) {}

  constexpr uint64_t Next() {
    state_ += 0x9e3779b97f4a7c15u;
    return Mix64(state_);
  }

 private:
  uint64_t state_;
};

// A hash of `text`'s bytes (FNV-1a, mixed once more at the end).
uint64_t HashText(absl::string_view text);

// Appends the low 4 * `digits` bits of `value` as `digits` lower-case
// hexadecimal digits. REQUIRES: 1 <= digits <= 16.
void AppendHex(uint64_t value, int digits, std::string* out);

// 36 characters in the form of a UUID: 8-4-4-4-12 hexadecimal digits.
std::string MakeUuid(uint64_t high, uint64_t low);

}  // namespace backwire::workload

#endif  // BACKWIRE_PROTO_WORKLOAD_RANDOM_H_
