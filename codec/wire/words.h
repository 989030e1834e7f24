// Bytes loaded as words. Forced inline, as all that files compiled for one
// processor share with others must be: a copy out of line, made with their
// instructions, could be linked into the whole program.
#ifndef BACKWIRE_WIRE_WORDS_H_
#define BACKWIRE_WIRE_WORDS_H_

#include <cstdint>
#include <cstring>

#include "backwire/wire/port.h"

namespace backwire::wire {

inline constexpr uint64_t kHighBits = 0x8080808080808080;

BACKWIRE_ALWAYS_INLINE uint64_t Load64(const char* data) {
  uint64_t word;
  std::memcpy(&word, data, sizeof(word));
  return word;
}
BACKWIRE_ALWAYS_INLINE uint32_t Load32(const char* data) {
  uint32_t word;
  std::memcpy(&word, data, sizeof(word));
  return word;
}
BACKWIRE_ALWAYS_INLINE uint32_t Load16(const char* data) {
  uint16_t word;
  std::memcpy(&word, data, sizeof(word));
  return word;
}

}  // namespace backwire::wire

#endif  // BACKWIRE_WIRE_WORDS_H_
