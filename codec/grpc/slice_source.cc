#include "backwire/grpc/slice_source.h"

#include <algorithm>
#include <utility>

namespace backwire::grpc_glue {
namespace {

constexpr size_t kMinChainedBytes = 4096;
constexpr size_t kMaxChainedBytes = 1 << 20;

}  // namespace

size_t SliceSource::NextBlockBytes(size_t min_bytes,
                                   size_t written_bytes) const {
  if (written_bytes == 0) {
    return BytesForGuess(size_hint_bytes_);
  }
  const size_t doubling =
      std::clamp(written_bytes, kMinChainedBytes, kMaxChainedBytes);
  return std::max(min_bytes, doubling);
}

wire::Block SliceSource::NextBlock(size_t min_bytes, size_t written_bytes) {
  if (stack_message_ != nullptr) {
    slices_.push_back(FromStack());
    stack_message_ = nullptr;
  }
  slices_.emplace_back(
      std::max(min_bytes, NextBlockBytes(min_bytes, written_bytes)));
  uint8_t* const begin = MutableBegin(slices_.back());
  return {begin, begin + slices_.back().size()};
}

void SliceSource::CloseBlock(uint8_t* first_used) {
  if (on_stack_) {
    on_stack_ = false;
    stack_message_ = first_used;
    return;
  }
  ::grpc::Slice& slice = slices_.back();
  const auto unused = static_cast<size_t>(first_used - MutableBegin(slice));
  if (unused != 0) slice = slice.sub(unused, slice.size());
}

::grpc::Slice SliceSource::FromStack() const {
  return ::grpc::Slice(stack_message_, stack_ + kStackBytes - stack_message_);
}

void SliceSource::MoveTo(::grpc::ByteBuffer* buffer) {
  if (stack_message_ != nullptr) {
    const ::grpc::Slice slice = FromStack();
    ::grpc::ByteBuffer message(&slice, 1);
    buffer->Swap(&message);
    return;
  }
  std::reverse(slices_.begin(), slices_.end());
  ::grpc::ByteBuffer message(slices_.data(), slices_.size());
  buffer->Swap(&message);
}

}  // namespace backwire::grpc_glue
