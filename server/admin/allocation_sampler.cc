#include "backwire/admin/allocation_sampler.h"

#include "absl/strings/str_cat.h"
#include "backwire/admin/process_info.h"
#include "backwire/admin/profiling_environment.h"

#ifdef BACKWIRE_HAVE_GPERFTOOLS

#include <gperftools/malloc_hook_c.h>

#include <atomic>
#include <mutex>

#include "backwire/admin/stack_table.h"

namespace backwire::admin {
namespace {

// Another thread may still be inside the hook after it was removed, so what the
// hook touches lives as long as the process.
struct Sampler {
  std::atomic<int64_t> every{0};  // 0: off
  // Tells the threads' countdowns of one capture from those of the last.
  std::atomic<uint32_t> generation{0};
  std::mutex mutex;
  StackTable table;  // guarded by mutex
};
Sampler g_sampler;

// Plain numbers in the initial TLS block: the hook must not allocate, which
// constructors and lazily made TLS would do.
struct ThreadState {
  int64_t countdown;
  uint64_t random;
  uint32_t generation;
  bool inside_hook;
};
__attribute__((tls_model("initial-exec"))) thread_local ThreadState t_state;

// Xorshift, seeded by the thread: good enough to break up regular patterns.
uint64_t NextRandom(ThreadState& state) {
  if (state.random == 0) state.random = reinterpret_cast<uintptr_t>(&state);
  state.random ^= state.random << 13;
  state.random ^= state.random >> 7;
  state.random ^= state.random << 17;
  return state.random;
}

// Uniform in 1 to 2 * every - 1.
int64_t NextDistance(ThreadState& state, int64_t every) {
  return 1 + static_cast<int64_t>(NextRandom(state) % (2 * every - 1));
}

// Out of line, so that the unwinder has the same frames to skip each time.
__attribute__((noinline)) void Record(size_t size_bytes, int64_t weight) {
  void* frames[StackTable::kMaxDepth];
  const int depth = MallocHook_GetCallerStackTrace(
      frames, StackTable::kMaxDepth, /*skip_count=*/2);
  const std::lock_guard<std::mutex> lock(g_sampler.mutex);
  if (g_sampler.every.load(std::memory_order_relaxed) == 0) return;
  g_sampler.table.Add(frames, depth, size_bytes, weight);
}

// Whether the thread's countdown has come to its next sample.
bool IsSampled(ThreadState& state, int64_t every) {
  const uint32_t generation =
      g_sampler.generation.load(std::memory_order_relaxed);
  if (state.generation != generation) {
    state.generation = generation;
    state.countdown = NextDistance(state, every);
  }
  if (--state.countdown > 0) return false;
  state.countdown = NextDistance(state, every);
  return true;
}

void OnNew(const void* /*object*/, size_t size_bytes) {
  const int64_t every = g_sampler.every.load(std::memory_order_relaxed);
  ThreadState& state = t_state;
  if (every == 0 || state.inside_hook) return;
  const bool large = size_bytes >= kAlwaysCountedBytes;
  if (!large && !IsSampled(state, every)) return;
  state.inside_hook = true;  // the unwinder may allocate
  Record(size_bytes, large ? 1 : every);
  state.inside_hook = false;
}

absl::Status StartSampler(int64_t every) {
  absl::Status can = CanProfileAllocations();
  if (!can.ok()) return can;
  {
    const std::lock_guard<std::mutex> lock(g_sampler.mutex);
    if (g_sampler.every.load() != 0) {
      return absl::AbortedError("allocations are being sampled already");
    }
    g_sampler.table.Clear();
    g_sampler.generation.fetch_add(1);
    g_sampler.every.store(every);
  }
  if (MallocHook_AddNewHook(&OnNew) == 0) {
    g_sampler.every.store(0);
    return absl::AbortedError(
        "gperftools takes no further allocation hook: another tool uses them");
  }
  return absl::OkStatus();
}

absl::StatusOr<std::string> StopSampler() {
  MallocHook_RemoveNewHook(&OnNew);
  // The text allocates, which this thread must not do under the mutex while its
  // own hook might run.
  t_state.inside_hook = true;
  std::string text;
  {
    const std::lock_guard<std::mutex> lock(g_sampler.mutex);
    g_sampler.every.store(0);
    text = g_sampler.table.ToHeapProfile();
  }
  t_state.inside_hook = false;
  return text + MappedLibraries();
}

}  // namespace

CaptureKind AllocationKind(int64_t every) {
  return {"allocs", absl::StrCat("every=", every),
          [every] { return StartSampler(every); },
          [] { return StopSampler(); }};
}

}  // namespace backwire::admin

#else

namespace backwire::admin {

CaptureKind AllocationKind(int64_t every) {
  return {"allocs", absl::StrCat("every=", every),
          [] { return CanProfileAllocations(); },
          [] { return absl::StatusOr<std::string>(CanProfileAllocations()); }};
}

}  // namespace backwire::admin

#endif
