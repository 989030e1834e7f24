#include "backwire/grpc/byte_buffer_output.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "backwire/grpc/new_slice.h"
#include "backwire/wire/size_hint.h"

namespace backwire {

builder::Output::Run ByteBufferOutput::Grow(size_t used_bytes,
                                            size_t min_bytes) {
  const size_t likely = grpc_glue::BytesForGuess(size_hint_bytes_);
  if (used_bytes == 0) in_slice_ = false;
  if (std::max(min_bytes, likely) <= kSmallBytes && !in_slice_) {
    return {small_, small_ + kSmallBytes};
  }
  const size_t size = std::max({min_bytes, 2 * used_bytes, likely});
  ::grpc::Slice larger(size);
  uint8_t* const begin = grpc_glue::MutableBegin(larger);
  if (used_bytes != 0) {
    std::memcpy(begin, in_slice_ ? slice_.begin() : small_, used_bytes);
  }
  slice_ = std::move(larger);
  in_slice_ = true;
  return {begin, begin + size};
}

::grpc::Slice ByteBufferOutput::TakeSlice(size_t size_bytes) {
  if (size_bytes == 0) return ::grpc::Slice();
  if (!in_slice_) return ::grpc::Slice(small_, size_bytes);
  ::grpc::Slice whole;
  std::swap(whole, slice_);
  in_slice_ = false;
  return size_bytes == whole.size() ? whole : whole.sub(0, size_bytes);
}

::grpc::Status ByteBufferOutput::Finish(::grpc::ByteBuffer* buffer) {
  size_t size_bytes;
  const absl::Status status = End(&size_bytes);
  if (!status.ok()) {
    // The codes of absl and gRPC have the same numbers.
    return ::grpc::Status(static_cast<::grpc::StatusCode>(status.raw_code()),
                          std::string(status.message()));
  }
  size_hint_bytes_ = wire::NextSizeHint(size_hint_bytes_, size_bytes);
  const ::grpc::Slice slice = TakeSlice(size_bytes);
  ::grpc::ByteBuffer message(&slice, 1);
  buffer->Swap(&message);
  return ::grpc::Status::OK;
}

}  // namespace backwire
