#include "backwire/benchmarks/allocations.h"

#include <cstddef>

namespace {

// Zero-initialised before any code of the thread runs, so malloc may use it at
// any time.
thread_local uint64_t t_allocations = 0;

}  // namespace

namespace backwire::benchmarks {

uint64_t AllocationCount() { return t_allocations; }

}  // namespace backwire::benchmarks

// glibc's allocator under its second names.
extern "C" {
void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* memory, size_t size);

void* malloc(size_t size) {
  ++t_allocations;
  return __libc_malloc(size);
}

void* calloc(size_t count, size_t size) {
  ++t_allocations;
  return __libc_calloc(count, size);
}

void* realloc(void* memory, size_t size) {
  ++t_allocations;
  return __libc_realloc(memory, size);
}
}
