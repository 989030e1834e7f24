// A builder's output that becomes a ByteBuffer without a copy.
#ifndef BACKWIRE_GRPC_BYTE_BUFFER_OUTPUT_H_
#define BACKWIRE_GRPC_BYTE_BUFFER_OUTPUT_H_

#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/slice.h>
#include <grpcpp/support/status.h>

#include "backwire/builder/output.h"

namespace backwire {

// A message takes two allocations: one slice, of the size that this output's
// messages took lately, and the ByteBuffer. A small one is written on the stack
// of the output. Kept for later messages, as by a thread_local, it knows the
// size; a first large message is moved a few times as its memory doubles.
class ByteBufferOutput final : public builder::Output {
 public:
  // `size_hint_bytes`: a guess of the first message's size.
  explicit ByteBufferOutput(size_t size_hint_bytes = 0)
      : size_hint_bytes_(size_hint_bytes) {}

  // Makes *buffer the message, and is ready for the next. Not OK: the code is
  // FAILED_PRECONDITION or RESOURCE_EXHAUSTED as of Output::End(), and *buffer
  // is left alone.
  [[nodiscard]] ::grpc::Status Finish(::grpc::ByteBuffer* buffer);

 private:
  static constexpr size_t kSmallBytes = 512;

  Run Grow(size_t used_bytes, size_t min_bytes) override;
  // The finished message. Its memory is the slice's then.
  ::grpc::Slice TakeSlice(size_t size_bytes);

  size_t size_hint_bytes_;
  bool in_slice_ = false;
  ::grpc::Slice slice_;
  uint8_t small_[kSmallBytes];
};

}  // namespace backwire

#endif  // BACKWIRE_GRPC_BYTE_BUFFER_OUTPUT_H_
