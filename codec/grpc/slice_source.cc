#include "backwire/grpc/slice_source.h"

#include <algorithm>
#include <utility>

namespace backwire::grpc_glue {
namespace {

// A writer reserves for the worst case: without some bytes to spare the last
// few records would open another block.
constexpr size_t kSpareBytes = 64;
constexpr size_t kMinChainedBytes = 4096;
constexpr size_t kMaxChainedBytes = 1 << 20;

// A slice that has just been made has no other owner, so it may be written.
uint8_t* MutableBegin(const ::grpc::Slice& slice) {
  return const_cast<uint8_t*>(slice.begin());
}

}  // namespace

size_t SliceSource::NextBlockBytes(size_t min_bytes,
                                   size_t written_bytes) const {
  if (written_bytes == 0) {
    return size_hint_bytes_ + size_hint_bytes_ / 32 + kSpareBytes;
  }
  const size_t doubling =
      std::clamp(written_bytes, kMinChainedBytes, kMaxChainedBytes);
  return std::max(min_bytes, doubling);
}

wire::Block SliceSource::NextBlock(size_t min_bytes, size_t written_bytes) {
  if (written_bytes == 0 && size_hint_bytes_ + kSpareBytes <= kStackBytes &&
      min_bytes <= kStackBytes) {
    on_stack_ = true;
    return {stack_, stack_ + kStackBytes};
  }
  slices_.emplace_back(
      std::max(min_bytes, NextBlockBytes(min_bytes, written_bytes)));
  uint8_t* const begin = MutableBegin(slices_.back());
  return {begin, begin + slices_.back().size()};
}

void SliceSource::CloseBlock(uint8_t* first_used) {
  if (on_stack_) {
    on_stack_ = false;
    slices_.emplace_back(first_used, stack_ + kStackBytes - first_used);
    return;
  }
  ::grpc::Slice& slice = slices_.back();
  const auto unused = static_cast<size_t>(first_used - MutableBegin(slice));
  if (unused != 0) slice = slice.sub(unused, slice.size());
}

void SliceSource::MoveTo(::grpc::ByteBuffer* buffer) {
  std::reverse(slices_.begin(), slices_.end());
  ::grpc::ByteBuffer message(slices_.data(), slices_.size());
  buffer->Swap(&message);
}

}  // namespace backwire::grpc_glue
