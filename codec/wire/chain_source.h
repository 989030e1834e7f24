// A block source over heap memory that grows as the message does, for callers
// who want a string at the end.
#ifndef BACKWIRE_WIRE_CHAIN_SOURCE_H_
#define BACKWIRE_WIRE_CHAIN_SOURCE_H_

#include <memory>
#include <string>
#include <vector>

#include "backwire/wire/block_source.h"

namespace backwire::wire {

// Each block is as large as all before it, so a message of n bytes takes about
// log2(n) blocks, and no byte is moved before AppendTo().
class ChainSource final : public BlockSource {
 public:
  // `first_block_bytes`: a guess of the message's size.
  explicit ChainSource(size_t first_block_bytes = 512)
      : first_block_bytes_(first_block_bytes) {}

  Block NextBlock(size_t min_bytes, size_t written_bytes) override;
  void CloseBlock(uint8_t* first_used) override;

  // Appends the finished message to `out`.
  void AppendTo(std::string* out) const;

 private:
  struct OwnedBlock {
    std::unique_ptr<uint8_t[]> memory;
    uint8_t* end;
    uint8_t* first_used;
  };

  size_t first_block_bytes_;
  std::vector<OwnedBlock> blocks_;
};

}  // namespace backwire::wire

#endif  // BACKWIRE_WIRE_CHAIN_SOURCE_H_
