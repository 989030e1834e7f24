// Arenas for the messages of calls. An arena's first block outlives the call
// and serves the next one, so that a busy service allocates no blocks.
#ifndef BACKWIRE_SERVER_SERVICE_ARENA_POOL_H_
#define BACKWIRE_SERVER_SERVICE_ARENA_POOL_H_

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "absl/base/attributes.h"
#include "google/protobuf/arena.h"

namespace backwire::server {

// An arena with its first block, which only the thread that opened the arena
// last allocates from: protobuf gives every other thread a block of its own.
// Not thread-safe.
class PooledArena {
 public:
  // Opened by this thread.
  explicit PooledArena(size_t first_block_bytes);

  google::protobuf::Arena* get() { return &*arena_; }

  // Destroys the messages, frees all blocks but the first, and opens the arena
  // for this thread. Never inlined: profiles attribute the cost of freeing
  // messages by this function's name.
  ABSL_ATTRIBUTE_NOINLINE void Reset();

 private:
  const size_t first_block_bytes_;
  std::unique_ptr<char[]> first_block_;  // outlives the arena
  std::optional<google::protobuf::Arena> arena_;
};

// Thread-safe.
class ArenaPool {
 public:
  // Keeps at most `max_idle` arenas that nobody uses. `on_take`, unless empty,
  // is told of each Take() whether it found an idle arena; it is called by the
  // caller's thread.
  ArenaPool(size_t first_block_bytes, size_t max_idle,
            std::function<void(bool reused)> on_take = nullptr);

  // An empty arena, open for this thread: the one that came back last, or a new
  // one.
  std::unique_ptr<PooledArena> Take();

  // Takes an arena back and empties it.
  void Return(std::unique_ptr<PooledArena> arena);

  size_t idle_count() const;

 private:
  const size_t first_block_bytes_;
  const size_t max_idle_;
  const std::function<void(bool)> on_take_;
  mutable std::mutex mutex_;
  std::vector<std::unique_ptr<PooledArena>> idle_;  // guarded by mutex_
};

}  // namespace backwire::server

#endif  // BACKWIRE_SERVER_SERVICE_ARENA_POOL_H_
