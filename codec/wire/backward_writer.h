// Writes a message from its last byte to its first, in one walk: a length is
// known when its prefix is written, so nothing is sized beforehand.
//
// The cursor is a plain pointer that every step takes and returns, so that it
// stays in a register. Invariants:
//   - the bytes at and above the cursor are final;
//   - WrittenBytes(cursor) counts them over all blocks;
//   - after Reserve(cursor, n), n bytes below the returned cursor may be
//     written without a check.
#ifndef BACKWIRE_WIRE_BACKWARD_WRITER_H_
#define BACKWIRE_WIRE_BACKWARD_WRITER_H_

#include <cstdint>
#include <cstring>

#include "backwire/wire/block_source.h"
#include "backwire/wire/port.h"
#include "backwire/wire/wire_format.h"

namespace backwire::wire {

// Not thread-safe; lives on the stack of one encode.
class BackwardWriter {
 public:
  // The largest n that Reserve() takes.
  static constexpr size_t kMaxReserveBytes = 1024;

  // Borrows `source` for the writer's life. `deterministic` asks for sorted
  // maps.
  BackwardWriter(BlockSource* source, bool deterministic)
      : source_(source), deterministic_(deterministic) {}
  BackwardWriter(const BackwardWriter&) = delete;
  BackwardWriter& operator=(const BackwardWriter&) = delete;

  // The cursor of an empty message. Call once, first.
  uint8_t* Begin() { return OpenBlock(1, 0); }
  // The same in `first`, a block that the source has handed out already: for
  // callers who know the source's type and need no virtual call.
  uint8_t* BeginIn(Block first) {
    block_begin_ = first.begin;
    position_base_ = reinterpret_cast<uintptr_t>(first.end);
    return first.end;
  }

  // Hands the last block back to the source. Returns the message's size. Call
  // once, last.
  size_t Finish(uint8_t* cursor) {
    source_->CloseBlock(cursor);
    return WrittenBytes(cursor);
  }

  // The cursor below which at least `bytes` bytes are free: the same one, or
  // the end of a new block.
  uint8_t* Reserve(uint8_t* cursor, size_t bytes) {
    if (BACKWIRE_LIKELY(FreeBytes(cursor) >= bytes)) return cursor;
    return NextBlock(cursor, bytes);
  }

  // How many bytes of the current block are free below `cursor`.
  size_t FreeBytes(const uint8_t* cursor) const {
    return static_cast<size_t>(cursor - block_begin_);
  }

  // The size of the message so far.
  size_t WrittenBytes(const uint8_t* cursor) const {
    return position_base_ - reinterpret_cast<uintptr_t>(cursor);
  }

  // Writes data[0, size), of any size, over as many blocks as it takes.
  uint8_t* WriteBytes(uint8_t* cursor, const void* data, size_t size) {
    if (BACKWIRE_UNLIKELY(FreeBytes(cursor) < size)) {
      return WriteBytesChained(cursor, static_cast<const uint8_t*>(data), size);
    }
    cursor -= size;
    std::memcpy(cursor, data, size);
    return cursor;
  }

  bool deterministic() const { return deterministic_; }

 private:
  uint8_t* OpenBlock(size_t min_bytes, size_t written_bytes);
  uint8_t* NextBlock(uint8_t* cursor, size_t min_bytes);
  uint8_t* WriteBytesChained(uint8_t* cursor, const uint8_t* data, size_t size);

  uint8_t* block_begin_ = nullptr;
  // The current block's end as a number, plus the bytes in the blocks before.
  uintptr_t position_base_ = 0;
  BlockSource* source_;
  bool deterministic_;
};

// The next functions write below the cursor without a check: their callers have
// reserved the bytes.

inline uint8_t* WriteVarintUnchecked(uint64_t value, uint8_t* cursor) {
  if (BACKWIRE_LIKELY(value < 0x80)) {
    *--cursor = static_cast<uint8_t>(value);
    return cursor;
  }
  cursor -= VarintSize(value);
  uint8_t* p = cursor;
  do {
    *p++ = static_cast<uint8_t>(value | 0x80);
    value >>= 7;
  } while (value >= 0x80);
  *p = static_cast<uint8_t>(value);
  return cursor;
}

template <class T>
inline uint8_t* WriteFixedUnchecked(T value, uint8_t* cursor) {
  cursor -= sizeof(T);
  std::memcpy(cursor, &value, sizeof(T));
  return cursor;
}

// A tag that is known when the code is compiled becomes one or two stores.
template <uint32_t kTag>
inline uint8_t* WriteTagUnchecked(uint8_t* cursor) {
  if constexpr (kTag < 0x80) {
    *--cursor = static_cast<uint8_t>(kTag);
  } else if constexpr (kTag < 0x4000) {
    constexpr auto kBytes =
        static_cast<uint16_t>((kTag & 0x7f) | 0x80 | (kTag >> 7) << 8);
    cursor = WriteFixedUnchecked(kBytes, cursor);
  } else {
    cursor = WriteVarintUnchecked(kTag, cursor);
  }
  return cursor;
}

}  // namespace backwire::wire

#endif  // BACKWIRE_WIRE_BACKWARD_WRITER_H_
