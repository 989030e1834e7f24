#include "backwire/view/arena.h"

#include <utility>

namespace backwire::view {
namespace {

constexpr size_t kFirstBlockBytes = 4096;
constexpr size_t kMaxBlockBytes = size_t{4} << 20;

}  // namespace

ViewArena& ViewArena::operator=(ViewArena&& other) noexcept {
  top_ = std::exchange(other.top_, nullptr);
  end_ = std::exchange(other.end_, nullptr);
  used_blocks_ = std::exchange(other.used_blocks_, 0);
  blocks_ = std::move(other.blocks_);
  other.blocks_.clear();
  return *this;
}

void ViewArena::Reset() {
  top_ = nullptr;
  end_ = nullptr;
  used_blocks_ = 0;
}

size_t ViewArena::capacity_bytes() const {
  size_t bytes = 0;
  for (const Block& block : blocks_) bytes += block.bytes;
  return bytes;
}

// Takes the next block that was kept. One that is too small is replaced, so
// that the same message finds its blocks the next time.
void ViewArena::NextBlock(size_t min_bytes) {
  const size_t index = used_blocks_++;
  if (index == blocks_.size()) blocks_.push_back({nullptr, 0});
  Block& block = blocks_[index];
  if (block.bytes < min_bytes) {
    const size_t usual =
        index == 0 ? kFirstBlockBytes
                   : std::min(2 * blocks_[index - 1].bytes, kMaxBlockBytes);
    block.bytes = std::max({usual, min_bytes, block.bytes});
    block.memory.reset(new char[block.bytes]);
  }
  top_ = block.memory.get();
  end_ = top_ + block.bytes;
}

void ViewArena::Grow(ArrayRef* array, uint32_t count, uint32_t element_bytes) {
  const size_t wanted = std::max<size_t>(
      {size_t{array->size} + count, size_t{array->size} * 2, size_t{4}});
  const size_t bytes = RoundUp(wanted * element_bytes);
  char* const data = const_cast<char*>(array->data);
  const char* const array_end =
      data + RoundUp(size_t{array->capacity} * element_bytes);
  if (array->capacity != 0 && array_end == top_ &&
      bytes <= static_cast<size_t>(end_ - data)) {
    top_ = data + bytes;
  } else {
    char* const moved = Allocate(bytes);
    if (array->size != 0) {
      std::memcpy(moved, array->data, size_t{array->size} * element_bytes);
    }
    array->data = moved;
  }
  array->capacity = static_cast<uint32_t>(std::min<size_t>(wanted, UINT32_MAX));
}

}  // namespace backwire::view
