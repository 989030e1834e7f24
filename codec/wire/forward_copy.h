// The copies of wire/copy.h for a writer that goes forward: the bytes before
// the string are final, those behind it are free to be changed.
#ifndef BACKWIRE_WIRE_FORWARD_COPY_H_
#define BACKWIRE_WIRE_FORWARD_COPY_H_

#include <cstdint>
#include <cstring>

#include "backwire/wire/copy.h"
#include "backwire/wire/port.h"

namespace backwire::wire {

// Copies from[0, size) to [to, to + size). May change [to + size, to +
// kCopySlackBytes) too. `from` is no null pointer, also if size is 0. Returns a
// value that is not 0 if a byte of the string had its high bit set.
//
// The portable twin: no byte outside the string is touched.
inline uint64_t CopyStringForwardPortable(uint8_t* to, const char* from,
                                          size_t size) {
  return CopyStringPortable(to + size, from, size);
}

#ifdef BACKWIRE_COPY_SSE2

// True for strings that CopyShort() takes: those of 1 to 32 bytes that do not
// begin near the end of their memory page.
inline bool IsShortCopy(const char* from, size_t size) {
  constexpr uintptr_t kPageMask = 4095;
  return size - 1 < 32 &&
         (reinterpret_cast<uintptr_t>(from) & kPageMask) <= kPageMask + 1 - 32;
}

// CopyStringForward() for such a string.
inline uint64_t CopyShort(uint8_t* to, const char* from, size_t size) {
  // A compiler that knows the string would warn of what is read around it.
  asm("" : "+r"(from));
  const uint64_t high_bits = Copy32Sse2(to + 32, from + 32);
  return high_bits & ((uint64_t{1} << size) - 1);
}

// The same for a string of more than 32 bytes.
inline uint64_t CopyLong(uint8_t* to, const char* from, size_t size) {
  uint64_t high_bits = Copy32Sse2(to + 32, from + 32);
  for (size_t at = 64; at < size; at += 32) {
    high_bits |= Copy32Sse2(to + at, from + at);
  }
  return high_bits | Copy32Sse2(to + size, from + size);
}

// Reads up to 32 bytes from a shorter string's start, never beyond the memory
// page that the string's first byte is on; see CopyStringSse2().
inline uint64_t CopyStringForwardSse2(uint8_t* to, const char* from,
                                      size_t size) {
  if (BACKWIRE_LIKELY(IsShortCopy(from, size))) {
    return CopyShort(to, from, size);
  }
  // Where an empty string points to there may be no memory.
  if (size <= 32) return CopyStringForwardPortable(to, from, size);
  return CopyLong(to, from, size);
}

#else

inline bool IsShortCopy(const char*, size_t) { return false; }
inline uint64_t CopyShort(uint8_t* to, const char* from, size_t size) {
  return CopyStringForwardPortable(to, from, size);
}
inline uint64_t CopyLong(uint8_t* to, const char* from, size_t size) {
  return CopyStringForwardPortable(to, from, size);
}

#endif

inline uint64_t CopyStringForward(uint8_t* to, const char* from, size_t size) {
  // A literal: the stores are constants, and the check is done by the compiler.
  if (__builtin_constant_p(size)) {
    std::memcpy(to, from, size);
    return IsAscii(from, size) ? 0 : 1;
  }
#ifdef BACKWIRE_COPY_SSE2
  return CopyStringForwardSse2(to, from, size);
#else
  return CopyStringForwardPortable(to, from, size);
#endif
}

// The same for bytes that need not be looked at.
inline void CopyUncheckedForward(uint8_t* to, const char* from, size_t size) {
  if (BACKWIRE_LIKELY(size < kLongCopyBytes)) {
    CopyStringForward(to, from, size);
    return;
  }
  CopyInPieces(to, from, size);
}

}  // namespace backwire::wire

#endif  // BACKWIRE_WIRE_FORWARD_COPY_H_
