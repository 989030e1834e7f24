// Counts the calls of malloc, calloc, realloc and operator new by this thread.
// Linked into benchmarks and tests only: it replaces the C library's entry
// points by thin ones that count. A sanitizer has entry points of its own, so
// nothing is counted under one.
#ifndef BACKWIRE_TESTING_ALLOCATIONS_H_
#define BACKWIRE_TESTING_ALLOCATIONS_H_

#include <cstdint>

namespace backwire::testing {

// Whether this program counts.
bool AllocationsAreCounted();

// Allocations of the calling thread since it started, and the bytes that they
// asked for. What was freed meanwhile counts too.
uint64_t AllocationCount();
uint64_t AllocatedBytes();

// Allocations that one call of `work` makes.
template <class Work>
uint64_t CountAllocations(Work&& work) {
  const uint64_t before = AllocationCount();
  work();
  return AllocationCount() - before;
}

}  // namespace backwire::testing

#endif  // BACKWIRE_TESTING_ALLOCATIONS_H_
