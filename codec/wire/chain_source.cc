#include "backwire/wire/chain_source.h"

#include <algorithm>

namespace backwire::wire {

Block ChainSource::NextBlock(size_t min_bytes, size_t written_bytes) {
  const size_t size = std::max({min_bytes, written_bytes, first_block_bytes_});
  // Not make_unique, which would zero what is overwritten anyway.
  std::unique_ptr<uint8_t[]> memory(new uint8_t[size]);
  uint8_t* const begin = memory.get();
  blocks_.push_back({std::move(memory), begin + size, begin + size});
  return {begin, begin + size};
}

void ChainSource::CloseBlock(uint8_t* first_used) {
  blocks_.back().first_used = first_used;
}

void ChainSource::AppendTo(std::string* out) const {
  size_t size = 0;
  for (const OwnedBlock& block : blocks_) size += block.end - block.first_used;
  out->reserve(out->size() + size);
  for (auto block = blocks_.rbegin(); block != blocks_.rend(); ++block) {
    out->append(reinterpret_cast<const char*>(block->first_used),
                block->end - block->first_used);
  }
}

}  // namespace backwire::wire
