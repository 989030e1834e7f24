// The slices of a received ByteBuffer, held for a view that points into them.
#ifndef BACKWIRE_GRPC_HELD_SLICES_H_
#define BACKWIRE_GRPC_HELD_SLICES_H_

#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/status.h>

#include <cstddef>
#include <cstdint>
#include <optional>

#include "backwire/grpc/buffer_chunks.h"
#include "backwire/view/parsed_message.h"

namespace backwire {

// The process's views of received buffers. What was read from a span is not
// counted.
struct ViewCounts {
  // Parsed, and refused as malformed.
  uint64_t messages;
  uint64_t refused_messages;
  uint64_t message_bytes;
  // Held by views at this moment. gRPC's blocks of memory may be larger than
  // the messages in them.
  uint64_t pinned_bytes;
};
// Any thread may ask.
ViewCounts CountViews();

namespace grpc_glue {

// Not thread-safe, and stays where it is while something is held.
class HeldSlices final : public view::HeldInput {
 public:
  HeldSlices() = default;
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

 private:
  ::grpc::ByteBuffer buffer_;
  size_t held_bytes_ = 0;
  std::optional<BufferChunks> chunks_;
};

// Counts one message that was parsed from slices, or was to be.
void CountView(size_t size_bytes, bool accepted);

}  // namespace grpc_glue
}  // namespace backwire

#endif  // BACKWIRE_GRPC_HELD_SLICES_H_
