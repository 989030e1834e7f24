// The copy of a short string that looks at its bytes on the way, so that a
// UTF-8 check costs next to nothing.
//
// Strings of a message have all lengths in no order, so a copy that branches on
// the length mispredicts; the kernel here takes every string of up to
// kCopySlackBytes by the same few instructions. It may, because a backward
// writer will overwrite what lies below the string anyway.
#ifndef BACKWIRE_WIRE_COPY_H_
#define BACKWIRE_WIRE_COPY_H_

#include <cstdint>
#include <cstring>

#include "backwire/wire/port.h"
#include "backwire/wire/utf8.h"

#if defined(__SSE2__) && !defined(BACKWIRE_SANITIZED)
#define BACKWIRE_COPY_SSE2 1
#include <emmintrin.h>
#endif

namespace backwire::wire {

// So many bytes below its end may be written by a copy, however short the
// string is.
inline constexpr size_t kCopySlackBytes = 32;

// Copies from[0, size) to [end - size, end). May change [end - kCopySlackBytes,
// end - size) too. Returns a value that is not 0 if a byte of the string had
// its high bit set.
//
// The portable twin: no byte outside the string is touched.
inline uint64_t CopyStringPortable(uint8_t* end, const char* from,
                                   size_t size) {
  uint8_t* const to = end - size;
  if (size >= 8) {
    uint64_t seen = 0;
    for (size_t i = 0; i + 8 < size; i += 8) {
      const uint64_t word = Load64(from + i);
      std::memcpy(to + i, &word, 8);
      seen |= word;
    }
    const uint64_t last = Load64(from + size - 8);
    std::memcpy(end - 8, &last, 8);
    return (seen | last) & kHighBits;
  }
  uint8_t seen = 0;
  for (size_t i = 0; i < size; ++i) {
    to[i] = static_cast<uint8_t>(from[i]);
    seen |= to[i];
  }
  return seen & 0x80;
}

#ifdef BACKWIRE_COPY_SSE2

// Copies the 32 bytes before `from_end`. Bit i of the result is the high bit of
// byte i.
inline uint32_t Copy32Sse2(uint8_t* end, const char* from_end) {
  const auto* const from = reinterpret_cast<const __m128i*>(from_end - 32);
  const __m128i low = _mm_loadu_si128(from);
  const __m128i high = _mm_loadu_si128(from + 1);
  auto* const to = reinterpret_cast<__m128i*>(end - 32);
  _mm_storeu_si128(to, low);
  _mm_storeu_si128(to + 1, high);
  return static_cast<uint32_t>(_mm_movemask_epi8(low)) |
         static_cast<uint32_t>(_mm_movemask_epi8(high)) << 16;
}

// Reads up to 32 bytes in front of a shorter string, never beyond the memory
// page that the string's last byte is on, so that the read cannot fault. What
// was read there is not used. Tools that watch single bytes would object; under
// sanitizers the portable twin is compiled.
inline uint64_t CopyStringSse2(uint8_t* end, const char* from, size_t size) {
  constexpr uintptr_t kPageMask = 4095;
  const char* const from_end = from + size;
  if (BACKWIRE_LIKELY(size <= 32)) {
    if (BACKWIRE_UNLIKELY((reinterpret_cast<uintptr_t>(from_end) & kPageMask) <
                          32)) {
      return CopyStringPortable(end, from, size);
    }
    const uint64_t high_bits = Copy32Sse2(end, from_end);
    return high_bits >> (32 - size);
  }
  uint64_t high_bits = 0;
  for (size_t left = size; left > 32; left -= 32) {
    high_bits |= Copy32Sse2(end - (size - left), from + left);
  }
  return high_bits | Copy32Sse2(end - size + 32, from + 32);
}

#endif

inline uint64_t CopyString(uint8_t* end, const char* from, size_t size) {
#ifdef BACKWIRE_COPY_SSE2
  return CopyStringSse2(end, from, size);
#else
  return CopyStringPortable(end, from, size);
#endif
}

// From so many bytes on, a copy that looks at none of them is faster by memcpy.
inline constexpr size_t kLongCopyBytes = 256;

// From about three quarters of a core's share of the last cache on, memcpy
// writes past the caches. An encoded message is read again at once, so longer
// bytes are copied in pieces of this.
inline constexpr size_t kCopyPieceBytes = size_t{512} << 10;

// Copies from[0, size) to [to, to + size), by memcpy. The ranges must not
// overlap.
inline void CopyInPieces(uint8_t* to, const char* from, size_t size) {
  for (; BACKWIRE_UNLIKELY(size > kCopyPieceBytes); size -= kCopyPieceBytes) {
    std::memcpy(to, from, kCopyPieceBytes);
    to += kCopyPieceBytes;
    from += kCopyPieceBytes;
  }
  std::memcpy(to, from, size);
}

// CopyString of bytes that need not be looked at.
inline void CopyUnchecked(uint8_t* end, const char* from, size_t size) {
  if (BACKWIRE_LIKELY(size < kLongCopyBytes)) {
    CopyString(end, from, size);
    return;
  }
  CopyInPieces(end - size, from, size);
}

}  // namespace backwire::wire

#endif  // BACKWIRE_WIRE_COPY_H_
