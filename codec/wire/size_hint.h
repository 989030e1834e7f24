// A guess of the next message's size by those seen lately: it rises at once and
// falls slowly.
#ifndef BACKWIRE_WIRE_SIZE_HINT_H_
#define BACKWIRE_WIRE_SIZE_HINT_H_

#include <cstddef>

namespace backwire::wire {

// The guess after a message of `size_bytes`, the one before being `hint_bytes`.
constexpr size_t NextSizeHint(size_t hint_bytes, size_t size_bytes) {
  return size_bytes > hint_bytes ? size_bytes
                                 : hint_bytes - (hint_bytes - size_bytes) / 64;
}

}  // namespace backwire::wire

#endif  // BACKWIRE_WIRE_SIZE_HINT_H_
