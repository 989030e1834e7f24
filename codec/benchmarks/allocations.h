// Counts the calls of malloc, calloc, realloc and operator new by this thread.
// Linked into benchmarks only: it replaces the C library's entry points by
// thin ones that count.
#ifndef BACKWIRE_BENCHMARKS_ALLOCATIONS_H_
#define BACKWIRE_BENCHMARKS_ALLOCATIONS_H_

#include <cstdint>

namespace backwire::benchmarks {

// Allocations of the calling thread since it started.
uint64_t AllocationCount();

// Allocations that one call of `work` makes.
template <class Work>
uint64_t CountAllocations(Work&& work) {
  const uint64_t before = AllocationCount();
  work();
  return AllocationCount() - before;
}

}  // namespace backwire::benchmarks

#endif  // BACKWIRE_BENCHMARKS_ALLOCATIONS_H_
