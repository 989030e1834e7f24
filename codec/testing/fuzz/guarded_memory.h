// Memory that is used again for each input, with every piece in a place of its
// own. Under AddressSanitizer what lies around a piece is poisoned, as if each
// came from the heap, without the cost of the heap.
#ifndef BACKWIRE_TESTING_FUZZ_GUARDED_MEMORY_H_
#define BACKWIRE_TESTING_FUZZ_GUARDED_MEMORY_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "backwire/testing/pieces.h"
#include "backwire/wire/block_source.h"
#include "backwire/wire/wire_reader.h"

namespace backwire::fuzz {

// Grows to the largest size asked for. Not thread-safe.
class GuardedMemory {
 public:
  GuardedMemory() = default;
  ~GuardedMemory();
  GuardedMemory(const GuardedMemory&) = delete;
  GuardedMemory& operator=(const GuardedMemory&) = delete;

  // Takes all pieces back and makes room for `pieces` of `total_bytes` in all.
  void Reset(size_t total_bytes, size_t pieces);
  // The next piece.
  char* Take(size_t size_bytes);

 private:
  std::unique_ptr<char[]> memory_;
  size_t capacity_bytes_ = 0;
  size_t used_bytes_ = 0;
};

// An input in pieces, to be read more than once.
class SlicedInput {
 public:
  // Copies the bytes, cut at `cuts`, which rise and end within them.
  void Set(std::string_view bytes, const testing::Cuts& cuts);

  // The input's only piece, or nullptr if there are more.
  const char* whole() const {
    return pieces_.size() == 1 ? pieces_[0].data() : nullptr;
  }
  size_t size_bytes() const { return size_bytes_; }
  const std::vector<std::string_view>& pieces() const { return pieces_; }

 private:
  GuardedMemory memory_;
  std::vector<std::string_view> pieces_;
  size_t size_bytes_ = 0;
};

// Yields the pieces of a sliced input.
class SlicedSource final : public wire::ChunkSource {
 public:
  explicit SlicedSource(const SlicedInput& input) : input_(input) {}

  bool Next(const char** data, size_t* size_bytes) override {
    if (next_ == input_.pieces().size()) return false;
    *data = input_.pieces()[next_].data();
    *size_bytes = input_.pieces()[next_].size();
    ++next_;
    return true;
  }

 private:
  const SlicedInput& input_;
  size_t next_ = 0;
};

// Hands out blocks of 1 to `max_bytes` bytes in no order, or as many as are
// asked for, so that every step of a writer meets a border.
class TinyBlocks final : public wire::BlockSource {
 public:
  ~TinyBlocks() override;

  // Starts a message; `seed` chooses the sizes.
  void Reset(size_t max_bytes, uint32_t seed);

  wire::Block NextBlock(size_t min_bytes, size_t written_bytes) override;
  void CloseBlock(uint8_t* first_used) override;

  // Replaces *out by the message. False if the writer's count was ever wrong.
  bool Join(std::string* out) const;

 private:
  struct OwnedBlock {
    std::unique_ptr<uint8_t[]> memory;
    uint8_t* end = nullptr;
    uint8_t* first_used = nullptr;
  };

  std::vector<OwnedBlock> blocks_;
  size_t used_blocks_ = 0;
  size_t max_bytes_ = 1;
  size_t written_bytes_ = 0;
  uint64_t state_ = 0;
  bool consistent_ = true;
};

}  // namespace backwire::fuzz

#endif  // BACKWIRE_TESTING_FUZZ_GUARDED_MEMORY_H_
