// What the writers of slices share: how large one is made, and its memory.
#ifndef BACKWIRE_GRPC_NEW_SLICE_H_
#define BACKWIRE_GRPC_NEW_SLICE_H_

#include <grpcpp/support/slice.h>

#include <cstddef>
#include <cstdint>

namespace backwire::grpc_glue {

// Writers reserve for the worst case: without some bytes to spare the last few
// records would need more memory.
inline constexpr size_t kSpareBytes = 64;

// The memory for a message whose size has been guessed: a little more.
inline size_t BytesForGuess(size_t size_hint_bytes) {
  return size_hint_bytes + size_hint_bytes / 32 + kSpareBytes;
}

// A slice that has just been made has no other owner, so it may be written.
inline uint8_t* MutableBegin(const ::grpc::Slice& slice) {
  return const_cast<uint8_t*>(slice.begin());
}

}  // namespace backwire::grpc_glue

#endif  // BACKWIRE_GRPC_NEW_SLICE_H_
