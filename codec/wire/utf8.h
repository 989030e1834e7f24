// UTF-8 validation as protobuf's C++ runtime does it: no overlong forms, no
// surrogates, nothing above U+10FFFF.
#ifndef BACKWIRE_WIRE_UTF8_H_
#define BACKWIRE_WIRE_UTF8_H_

#include <cstddef>
#include <cstdint>

#include "backwire/wire/port.h"
#include "backwire/wire/words.h"

namespace backwire::wire {

// True if no byte of data[0, size) has its high bit set.
inline bool IsAscii(const char* data, size_t size) {
  uint64_t seen = 0;
  if (size >= 8) {
    const char* const last = data + size - 8;
    for (const char* p = data; p < last; p += 8) seen |= Load64(p);
    return ((seen | Load64(last)) & kHighBits) == 0;
  }
  if (size >= 4) {
    return ((Load32(data) | Load32(data + size - 4)) & 0x80808080) == 0;
  }
  if (size == 0) return true;
  const uint8_t bytes =
      static_cast<uint8_t>(data[0] | data[size / 2] | data[size - 1]);
  return bytes < 0x80;
}

// The full check, for text that is not ASCII.
bool IsValidUtf8Slow(const char* data, size_t size);

inline bool IsValidUtf8(const char* data, size_t size) {
  return BACKWIRE_LIKELY(IsAscii(data, size)) || IsValidUtf8Slow(data, size);
}

}  // namespace backwire::wire

#endif  // BACKWIRE_WIRE_UTF8_H_
