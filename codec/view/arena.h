// The memory of one parsed message: blocks that are filled from their start and
// used again for the next message.
#ifndef BACKWIRE_VIEW_ARENA_H_
#define BACKWIRE_VIEW_ARENA_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "backwire/view/record.h"
#include "backwire/wire/port.h"

namespace backwire::view {

// Not thread-safe. Movable: what was allocated stays where it is.
class ViewArena {
 public:
  ViewArena() = default;
  ViewArena(ViewArena&& other) noexcept { *this = std::move(other); }
  ViewArena& operator=(ViewArena&& other) noexcept;

  // Memory aligned to 8, with any content, valid until Reset().
  char* Allocate(size_t bytes) {
    bytes = RoundUp(bytes);
    if (BACKWIRE_UNLIKELY(bytes > static_cast<size_t>(end_ - top_))) {
      NextBlock(bytes);
    }
    char* const memory = top_;
    top_ += bytes;
    return memory;
  }

  // The same, set to zero.
  char* AllocateZeroed(size_t bytes) {
    char* const memory = Allocate(bytes);
    std::memset(memory, 0, bytes);
    return memory;
  }

  // Makes room for `count` more elements of `element_bytes` in *array. What
  // stands behind everything else grows in place; else it moves.
  void Grow(ArrayRef* array, uint32_t count, uint32_t element_bytes);

  // Gives back the room that *array has too much, if nothing stands behind it.
  void Trim(ArrayRef* array, uint32_t element_bytes) {
    const char* const end =
        array->data + RoundUp(size_t{array->capacity} * element_bytes);
    if (end != top_ || array->capacity == 0) return;
    array->capacity = array->size;
    top_ = const_cast<char*>(array->data) +
           RoundUp(size_t{array->size} * element_bytes);
  }

  // Forgets everything; keeps the blocks.
  void Reset();

  // All blocks together.
  size_t capacity_bytes() const;

 private:
  struct Block {
    std::unique_ptr<char[]> memory;
    size_t bytes;
  };

  static size_t RoundUp(size_t bytes) { return (bytes + 7) & ~size_t{7}; }
  void NextBlock(size_t min_bytes);

  char* top_ = nullptr;
  char* end_ = nullptr;
  size_t used_blocks_ = 0;
  std::vector<Block> blocks_;
};

}  // namespace backwire::view

#endif  // BACKWIRE_VIEW_ARENA_H_
