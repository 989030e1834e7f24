#include "server/service/arena_pool.h"

#include <algorithm>
#include <utility>

namespace backwire::server {
namespace {

// A response beyond the first block grows by few large blocks.
constexpr size_t kMaxBlockBytes = size_t{1} << 20;

google::protobuf::ArenaOptions Options(char* first_block, size_t size_bytes) {
  google::protobuf::ArenaOptions options;
  options.initial_block = first_block;
  options.initial_block_size = size_bytes;
  options.start_block_size = std::min(size_bytes, kMaxBlockBytes);
  options.max_block_size = kMaxBlockBytes;
  return options;
}

}  // namespace

// The block is left uninitialised: only what a call needs becomes resident.
PooledArena::PooledArena(size_t first_block_bytes)
    : first_block_bytes_(first_block_bytes),
      first_block_(new char[first_block_bytes]),
      arena_(Options(first_block_.get(), first_block_bytes)) {}

void PooledArena::Reset() {
  arena_.reset();
  arena_.emplace(Options(first_block_.get(), first_block_bytes_));
}

ArenaPool::ArenaPool(size_t first_block_bytes, size_t max_idle,
                     std::function<void(bool)> on_take)
    : first_block_bytes_(first_block_bytes),
      max_idle_(max_idle),
      on_take_(std::move(on_take)) {
  idle_.reserve(max_idle);
}

std::unique_ptr<PooledArena> ArenaPool::Take() {
  std::unique_ptr<PooledArena> arena;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (!idle_.empty()) {
      arena = std::move(idle_.back());
      idle_.pop_back();
    }
  }
  if (on_take_) on_take_(arena != nullptr);
  if (arena == nullptr)
    return std::make_unique<PooledArena>(first_block_bytes_);
  // A call often ends on another thread than the next one starts on.
  arena->Reset();
  return arena;
}

void ArenaPool::Return(std::unique_ptr<PooledArena> arena) {
  arena->Reset();
  std::lock_guard<std::mutex> lock(mutex_);
  if (idle_.size() < max_idle_) idle_.push_back(std::move(arena));
}

size_t ArenaPool::idle_count() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return idle_.size();
}

}  // namespace backwire::server
