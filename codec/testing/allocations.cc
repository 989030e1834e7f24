#include "backwire/testing/allocations.h"

#include <cstddef>

// The build sets it to 0 under a sanitizer.
#ifndef BACKWIRE_COUNTS_ALLOCATIONS
#define BACKWIRE_COUNTS_ALLOCATIONS 1
#endif

namespace {

// Zero-initialised before any code of the thread runs, so malloc may use it at
// any time.
thread_local uint64_t t_allocations = 0;
thread_local uint64_t t_bytes = 0;

// Only where malloc is replaced.
[[maybe_unused]] void Count(size_t size_bytes) {
  ++t_allocations;
  t_bytes += size_bytes;
}

}  // namespace

namespace backwire::testing {

bool AllocationsAreCounted() { return BACKWIRE_COUNTS_ALLOCATIONS != 0; }

uint64_t AllocationCount() { return t_allocations; }
uint64_t AllocatedBytes() { return t_bytes; }

}  // namespace backwire::testing

#if BACKWIRE_COUNTS_ALLOCATIONS
// glibc's allocator under its second names.
extern "C" {
void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* memory, size_t size);

void* malloc(size_t size) {
  Count(size);
  return __libc_malloc(size);
}

void* calloc(size_t count, size_t size) {
  Count(count * size);
  return __libc_calloc(count, size);
}

void* realloc(void* memory, size_t size) {
  Count(size);
  return __libc_realloc(memory, size);
}
}
#endif  // BACKWIRE_COUNTS_ALLOCATIONS
