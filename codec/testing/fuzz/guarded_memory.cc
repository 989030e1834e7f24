#include "backwire/testing/fuzz/guarded_memory.h"

#include <algorithm>
#include <cstring>

#include "backwire/wire/backward_writer.h"

#if defined(__SANITIZE_ADDRESS__)
#define BACKWIRE_FUZZ_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define BACKWIRE_FUZZ_ASAN 1
#endif
#endif
#ifdef BACKWIRE_FUZZ_ASAN
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(data, size) ((void)(data), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(data, size) ((void)(data), (void)(size))
#endif

namespace backwire::fuzz {
namespace {

// AddressSanitizer tells apart the ends of pieces whose starts are aligned so.
constexpr size_t kAlignment = 8;
constexpr size_t kGuardBytes = 32;
constexpr size_t kMaxBlockBytes = wire::BackwardWriter::kMaxReserveBytes;
constexpr size_t kBlockMemoryBytes = kMaxBlockBytes + 2 * kGuardBytes;

size_t Aligned(size_t size_bytes) {
  return (size_bytes + kAlignment - 1) & ~(kAlignment - 1);
}

}  // namespace

GuardedMemory::~GuardedMemory() {
  ASAN_UNPOISON_MEMORY_REGION(memory_.get(), capacity_bytes_);
}

void GuardedMemory::Reset(size_t total_bytes, size_t pieces) {
  const size_t needed =
      kGuardBytes + total_bytes + pieces * (kAlignment + kGuardBytes);
  if (needed > capacity_bytes_) {
    ASAN_UNPOISON_MEMORY_REGION(memory_.get(), capacity_bytes_);
    capacity_bytes_ = std::max(needed, 2 * capacity_bytes_);
    memory_.reset(new char[capacity_bytes_]());
    ASAN_POISON_MEMORY_REGION(memory_.get(), capacity_bytes_);
  } else {
    ASAN_POISON_MEMORY_REGION(memory_.get(), used_bytes_);
  }
  used_bytes_ = kGuardBytes;
}

char* GuardedMemory::Take(size_t size_bytes) {
  char* const piece = memory_.get() + used_bytes_;
  used_bytes_ += Aligned(size_bytes) + kGuardBytes;
  ASAN_UNPOISON_MEMORY_REGION(piece, size_bytes);
  return piece;
}

void SlicedInput::Set(std::string_view bytes, const testing::Cuts& cuts) {
  memory_.Reset(bytes.size(), cuts.size() + 1);
  pieces_.clear();
  size_bytes_ = bytes.size();
  const auto add = [this](std::string_view piece) {
    char* const copy = memory_.Take(piece.size());
    std::copy(piece.begin(), piece.end(), copy);
    pieces_.emplace_back(copy, piece.size());
  };
  size_t begin = 0;
  for (const size_t cut : cuts) {
    add(bytes.substr(begin, cut - begin));
    begin = cut;
  }
  add(bytes.substr(begin));
}

TinyBlocks::~TinyBlocks() {
  for (const OwnedBlock& block : blocks_) {
    ASAN_UNPOISON_MEMORY_REGION(block.memory.get(), kBlockMemoryBytes);
  }
}

void TinyBlocks::Reset(size_t max_bytes, uint32_t seed) {
  max_bytes_ = std::min(max_bytes, kMaxBlockBytes);
  state_ = seed;
  used_blocks_ = 0;
  written_bytes_ = 0;
  consistent_ = true;
}

wire::Block TinyBlocks::NextBlock(size_t min_bytes, size_t written_bytes) {
  consistent_ = consistent_ && written_bytes == written_bytes_ &&
                min_bytes >= 1 && min_bytes <= kMaxBlockBytes;
  if (used_blocks_ == blocks_.size()) {
    blocks_.emplace_back();
    blocks_.back().memory.reset(new uint8_t[kBlockMemoryBytes]());
  }
  OwnedBlock& block = blocks_[used_blocks_++];
  state_ = state_ * 6364136223846793005 + 1442695040888963407;
  const size_t size_bytes =
      std::max(min_bytes, 1 + (state_ >> 33) % max_bytes_);
  // Aligned, so that the first byte below the block is poisoned.
  uint8_t* const begin = block.memory.get() + kGuardBytes;
  block.end = begin + size_bytes;
  ASAN_POISON_MEMORY_REGION(block.memory.get(), kBlockMemoryBytes);
  ASAN_UNPOISON_MEMORY_REGION(begin, size_bytes);
  return {begin, block.end};
}

void TinyBlocks::CloseBlock(uint8_t* first_used) {
  OwnedBlock& block = blocks_[used_blocks_ - 1];
  block.first_used = first_used;
  written_bytes_ += static_cast<size_t>(block.end - first_used);
}

bool TinyBlocks::Join(std::string* out) const {
  out->clear();
  for (size_t i = used_blocks_; i > 0; --i) {
    const OwnedBlock& block = blocks_[i - 1];
    out->append(reinterpret_cast<const char*>(block.first_used),
                reinterpret_cast<const char*>(block.end));
  }
  return consistent_ && out->size() == written_bytes_;
}

}  // namespace backwire::fuzz
