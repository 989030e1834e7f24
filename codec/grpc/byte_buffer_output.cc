#include "backwire/grpc/byte_buffer_output.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

namespace backwire {
namespace {

// Reservations are for the worst case.
constexpr size_t kSpareBytes = 64;

// A slice that has just been made has no other owner, so it may be written.
uint8_t* MutableBegin(const ::grpc::Slice& slice) {
  return const_cast<uint8_t*>(slice.begin());
}

}  // namespace

builder::Output::Run ByteBufferOutput::Grow(size_t used_bytes,
                                            size_t min_bytes) {
  const size_t likely = size_hint_bytes_ + size_hint_bytes_ / 32 + kSpareBytes;
  if (used_bytes == 0) in_slice_ = false;
  if (std::max(min_bytes, likely) <= kSmallBytes && !in_slice_) {
    return {small_, small_ + kSmallBytes};
  }
  const size_t size = std::max({min_bytes, 2 * used_bytes, likely});
  ::grpc::Slice larger(size);
  uint8_t* const begin = MutableBegin(larger);
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

// Rises at once and falls slowly.
void ByteBufferOutput::RecordSize(size_t size_bytes) {
  if (size_bytes > size_hint_bytes_) {
    size_hint_bytes_ = size_bytes;
  } else {
    size_hint_bytes_ -= (size_hint_bytes_ - size_bytes) / 64;
  }
}

::grpc::Status ByteBufferOutput::Finish(::grpc::ByteBuffer* buffer) {
  size_t size_bytes;
  const absl::Status status = End(&size_bytes);
  if (!status.ok()) {
    // The codes of absl and gRPC have the same numbers.
    return ::grpc::Status(static_cast<::grpc::StatusCode>(status.raw_code()),
                          std::string(status.message()));
  }
  RecordSize(size_bytes);
  const ::grpc::Slice slice = TakeSlice(size_bytes);
  ::grpc::ByteBuffer message(&slice, 1);
  buffer->Swap(&message);
  return ::grpc::Status::OK;
}

}  // namespace backwire
