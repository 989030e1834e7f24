// Finds the first byte that is not ASCII.
#ifndef BACKWIRE_VIEW_ASCII_H_
#define BACKWIRE_VIEW_ASCII_H_

#include "backwire/wire/words.h"

#ifdef __SSE2__
#define BACKWIRE_VIEW_SSE2 1
#include <emmintrin.h>
#endif

namespace backwire::view {

// Each returns a position up to which [begin, end) is ASCII; `end` if all of it
// is. Reads nothing outside of the range.
inline const char* AsciiEndPortable(const char* begin, const char* end) {
  while (end - begin >= 8 && (wire::Load64(begin) & wire::kHighBits) == 0) {
    begin += 8;
  }
  while (begin < end && static_cast<uint8_t>(*begin) < 0x80) ++begin;
  return begin;
}

#ifdef BACKWIRE_VIEW_SSE2
inline const char* AsciiEndSse2(const char* begin, const char* end) {
  const auto load = [](const char* from) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
  };
  for (; end - begin >= 64; begin += 64) {
    const __m128i low = _mm_or_si128(load(begin), load(begin + 16));
    const __m128i high = _mm_or_si128(load(begin + 32), load(begin + 48));
    if (_mm_movemask_epi8(_mm_or_si128(low, high)) != 0) break;
  }
  for (; end - begin >= 16; begin += 16) {
    const int high_bits = _mm_movemask_epi8(load(begin));
    if (high_bits != 0) return begin + __builtin_ctz(high_bits);
  }
  return AsciiEndPortable(begin, end);
}
#endif

inline const char* AsciiEnd(const char* begin, const char* end) {
#ifdef BACKWIRE_VIEW_SSE2
  return AsciiEndSse2(begin, end);
#else
  return AsciiEndPortable(begin, end);
#endif
}

}  // namespace backwire::view

#endif  // BACKWIRE_VIEW_ASCII_H_
