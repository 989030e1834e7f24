// The copy of a short string that looks at its bytes on the way, so that a
// UTF-8 check costs next to nothing.
#ifndef BACKWIRE_WIRE_COPY_H_
#define BACKWIRE_WIRE_COPY_H_

#include <cstdint>
#include <cstring>

#include "backwire/wire/utf8.h"

namespace backwire::wire {

// Copies size bytes and returns a word with one of kHighBits set if any of them
// had its high bit set. Neither end is read or written past: lengths that are
// no multiple of a word are covered by two words that overlap.
inline uint64_t CopyAndCollectHighBits(uint8_t* to, const char* from,
                                       size_t size) {
  if (size >= 8) {
    uint64_t seen = 0;
    size_t i = 0;
    for (; i + 8 < size; i += 8) {
      const uint64_t word = Load64(from + i);
      std::memcpy(to + i, &word, 8);
      seen |= word;
    }
    const uint64_t last = Load64(from + size - 8);
    std::memcpy(to + size - 8, &last, 8);
    return (seen | last) & kHighBits;
  }
  if (size >= 4) {
    const uint32_t first = Load32(from);
    const uint32_t last = Load32(from + size - 4);
    std::memcpy(to, &first, 4);
    std::memcpy(to + size - 4, &last, 4);
    return (first | last) & kHighBits;
  }
  uint8_t seen = 0;
  for (size_t i = 0; i < size; ++i) {
    to[i] = static_cast<uint8_t>(from[i]);
    seen |= to[i];
  }
  return seen & kHighBits;
}

}  // namespace backwire::wire

#endif  // BACKWIRE_WIRE_COPY_H_
