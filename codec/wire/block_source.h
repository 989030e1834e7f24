// Where a BackwardWriter's memory comes from: a chain of blocks, each filled
// from its end towards its start.
#ifndef BACKWIRE_WIRE_BLOCK_SOURCE_H_
#define BACKWIRE_WIRE_BLOCK_SOURCE_H_

#include <cstddef>
#include <cstdint>

namespace backwire::wire {

// Memory to write to: [begin, end).
struct Block {
  uint8_t* begin = nullptr;
  uint8_t* end = nullptr;
};

// One source serves one message. Not thread-safe.
class BlockSource {
 public:
  virtual ~BlockSource() = default;

  // Hands out the next block, of at least `min_bytes` (1 to
  // BackwardWriter::kMaxReserveBytes). `written_bytes` is the size of the
  // message so far. A source that has no more room hands out memory whose
  // content will be thrown away, so that the writer's count still ends at the
  // size that is needed.
  virtual Block NextBlock(size_t min_bytes, size_t written_bytes) = 0;

  // Takes the current block back: its bytes from `first_used` on are final,
  // those before are free. Called before each further NextBlock() and once at
  // the message's end.
  virtual void CloseBlock(uint8_t* first_used) = 0;
};

}  // namespace backwire::wire

#endif  // BACKWIRE_WIRE_BLOCK_SOURCE_H_
