#include "backwire/testing/failing_new.h"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

// Calls until the one that fails; 0: none will. Zero-initialised before any
// code of the thread runs.
thread_local uint64_t t_calls_left = 0;
std::atomic<int64_t> g_live{0};

bool FailsNow() { return t_calls_left != 0 && --t_calls_left == 0; }

void* Counted(void* memory) {
  if (memory == nullptr) throw std::bad_alloc();
  g_live.fetch_add(1, std::memory_order_relaxed);
  return memory;
}

void* Allocate(size_t size) {
  if (FailsNow()) throw std::bad_alloc();
  return Counted(std::malloc(size == 0 ? 1 : size));
}

void* AllocateAligned(size_t size, size_t alignment) {
  if (FailsNow()) throw std::bad_alloc();
  // aligned_alloc wants a multiple.
  size = (size + alignment) / alignment * alignment;
  return Counted(std::aligned_alloc(alignment, size));
}

void Free(void* memory) {
  if (memory == nullptr) return;
  g_live.fetch_sub(1, std::memory_order_relaxed);
  std::free(memory);
}

}  // namespace

namespace backwire::testing {

FailingNew::FailingNew(uint64_t n) { t_calls_left = n; }
FailingNew::~FailingNew() { t_calls_left = 0; }

int64_t LiveAllocations() { return g_live.load(std::memory_order_relaxed); }

}  // namespace backwire::testing

// The nothrow forms of the standard library call these.
void* operator new(size_t size) { return Allocate(size); }
void* operator new[](size_t size) { return Allocate(size); }
void* operator new(size_t size, std::align_val_t alignment) {
  return AllocateAligned(size, static_cast<size_t>(alignment));
}
void* operator new[](size_t size, std::align_val_t alignment) {
  return AllocateAligned(size, static_cast<size_t>(alignment));
}
void operator delete(void* memory) noexcept { Free(memory); }
void operator delete[](void* memory) noexcept { Free(memory); }
void operator delete(void* memory, size_t) noexcept { Free(memory); }
void operator delete[](void* memory, size_t) noexcept { Free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { Free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept {
  Free(memory);
}
void operator delete(void* memory, size_t, std::align_val_t) noexcept {
  Free(memory);
}
void operator delete[](void* memory, size_t, std::align_val_t) noexcept {
  Free(memory);
}
