// A block source whose blocks become the slices of a ByteBuffer, without a
// copy.
#ifndef BACKWIRE_GRPC_SLICE_SOURCE_H_
#define BACKWIRE_GRPC_SLICE_SOURCE_H_

#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/slice.h>

#include "absl/container/inlined_vector.h"
#include "backwire/grpc/new_slice.h"
#include "backwire/wire/block_source.h"

namespace backwire::grpc_glue {

// A small message is written on the stack and copied to a slice of its size,
// which for up to 23 bytes lives inside the slice's handle. A larger one gets a
// block of the size that its type needed lately; what does not fit is chained.
// So a message takes two allocations: its block and the ByteBuffer.
class SliceSource final : public wire::BlockSource {
 public:
  // `size_hint_bytes`: a guess of the message's size; 0 if nothing is known.
  explicit SliceSource(size_t size_hint_bytes)
      : size_hint_bytes_(size_hint_bytes) {}

  // In place of the first NextBlock().
  wire::Block FirstBlock() {
    if (size_hint_bytes_ + kSpareBytes > kStackBytes) return NextBlock(1, 0);
    on_stack_ = true;
    return {stack_, stack_ + kStackBytes};
  }

  wire::Block NextBlock(size_t min_bytes, size_t written_bytes) override;
  void CloseBlock(uint8_t* first_used) override;

  // Makes *buffer the finished message. Call once, after
  // BackwardWriter::Finish().
  void MoveTo(::grpc::ByteBuffer* buffer);

 private:
  static constexpr size_t kStackBytes = 512;

  // The bytes on the stack as a slice.
  ::grpc::Slice FromStack() const;
  size_t NextBlockBytes(size_t min_bytes, size_t written_bytes) const;

  size_t size_hint_bytes_;
  bool on_stack_ = false;
  // What is on the stack begins here; nullptr if nothing is there that is not
  // in slices_ yet. Mostly it is the whole message.
  const uint8_t* stack_message_ = nullptr;
  // From the message's end to its start.
  absl::InlinedVector<::grpc::Slice, 4> slices_;
  uint8_t stack_[kStackBytes];
};

}  // namespace backwire::grpc_glue

#endif  // BACKWIRE_GRPC_SLICE_SOURCE_H_
