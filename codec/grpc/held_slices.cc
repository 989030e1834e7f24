#include "backwire/grpc/held_slices.h"

namespace backwire::grpc_glue {

::grpc::Status HeldSlices::Take(::grpc::ByteBuffer* buffer) {
  Release();
  buffer_.Swap(buffer);
  chunks_.emplace(&buffer_);
  ::grpc::Status status = chunks_->status();
  if (!status.ok()) {
    Release();
    return status;
  }
  held_bytes_ = buffer_.Length();
  counter_.Pin(held_bytes_);
  return status;
}

void HeldSlices::Release() {
  chunks_.reset();
  buffer_.Clear();
  counter_.Unpin(held_bytes_);
  held_bytes_ = 0;
}

}  // namespace backwire::grpc_glue
