// The slices of a received ByteBuffer, held for a view that points into them.
#ifndef BACKWIRE_GRPC_HELD_SLICES_H_
#define BACKWIRE_GRPC_HELD_SLICES_H_

#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/status.h>

#include <cstddef>
#include <optional>

#include "backwire/grpc/buffer_chunks.h"
#include "backwire/registry/view_counters.h"
#include "backwire/view/parsed_message.h"

namespace backwire {

namespace grpc_glue {

// Not thread-safe, and stays where it is while something is held.
class HeldSlices final : public view::HeldInput {
 public:
  // What is held counts as pinned by `counter`'s type.
  explicit HeldSlices(ViewCounter* counter) : counter_(*counter) {}
  HeldSlices(const HeldSlices&) = delete;
  HeldSlices& operator=(const HeldSlices&) = delete;
  ~HeldSlices() override { Release(); }

  // Takes the slices out of *buffer, in place of those that were held. Not OK
  // if they cannot be read, as with stock; then nothing is held.
  ::grpc::Status Take(::grpc::ByteBuffer* buffer);

  bool Next(const char** data, size_t* size_bytes) override {
    return chunks_->Next(data, size_bytes);
  }
  void Release() override;

  ViewCounter& counter() { return counter_; }

 private:
  ViewCounter& counter_;
  ::grpc::ByteBuffer buffer_;
  size_t held_bytes_ = 0;
  std::optional<BufferChunks> chunks_;
};

}  // namespace grpc_glue
}  // namespace backwire

#endif  // BACKWIRE_GRPC_HELD_SLICES_H_
