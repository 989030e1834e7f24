#include "backwire/wire/utf8.h"

namespace backwire::wire {
namespace {

bool IsContinuation(uint8_t byte) { return (byte & 0xC0) == 0x80; }

// The length of the well-formed sequence at `p`, 0 if there is none before
// `end`. Table 3-7 of the Unicode standard gives the ranges of the second byte.
size_t SequenceLength(const uint8_t* p, const uint8_t* end) {
  const uint8_t lead = *p;
  const auto left = static_cast<size_t>(end - p);
  if (lead < 0x80) return 1;
  if (lead < 0xC2) return 0;
  if (lead < 0xE0) return left >= 2 && IsContinuation(p[1]) ? 2 : 0;
  if (lead < 0xF0) {
    if (left < 3 || !IsContinuation(p[1]) || !IsContinuation(p[2])) return 0;
    if (lead == 0xE0 && p[1] < 0xA0) return 0;
    if (lead == 0xED && p[1] > 0x9F) return 0;
    return 3;
  }
  if (lead > 0xF4 || left < 4) return 0;
  if (!IsContinuation(p[1]) || !IsContinuation(p[2]) || !IsContinuation(p[3])) {
    return 0;
  }
  if (lead == 0xF0 && p[1] < 0x90) return 0;
  if (lead == 0xF4 && p[1] > 0x8F) return 0;
  return 4;
}

}  // namespace

bool IsValidUtf8Slow(const char* data, size_t size) {
  const auto* p = reinterpret_cast<const uint8_t*>(data);
  const uint8_t* const end = p + size;
  while (p < end) {
    const bool eight_ascii =
        end - p >= 8 &&
        (Load64(reinterpret_cast<const char*>(p)) & kHighBits) == 0;
    const size_t length = eight_ascii ? 8 : SequenceLength(p, end);
    if (length == 0) return false;
    p += length;
  }
  return true;
}

}  // namespace backwire::wire
