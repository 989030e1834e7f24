// Which code allocates, by objects and bytes, freed or not: one in `every`
// small allocations and each large one is looked at, on all threads, only while
// a capture runs. Nothing is paid when none runs.
#ifndef BACKWIRE_SERVER_ADMIN_ALLOCATION_SAMPLER_H_
#define BACKWIRE_SERVER_ADMIN_ALLOCATION_SAMPLER_H_

#include <cstddef>
#include <cstdint>

#include "backwire/admin/capture_gate.h"

namespace backwire::admin {

// One in a thousand is within 3 % of an exact count under load, at a cost of
// about a tenth of the CPU.
inline constexpr int64_t kDefaultSampledEvery = 1000;
inline constexpr int64_t kMaxSampledEvery = 1000000;

// Allocations from this size on are all counted: they are rare, and a sample of
// them would say little about the bytes.
inline constexpr size_t kAlwaysCountedBytes = 32 * 1024;

// The capture of kind "allocs". Its body is gperftools' text form of a heap
// profile, in which the "allocated" columns are estimates of all allocations (a
// sampled one stands for `every`), and the "in use" columns are 0. The distance
// between two samples is random with the mean `every`, so that no regular
// pattern of allocations is missed; 1 counts each.
//
// REQUIRES: 1 <= every <= kMaxSampledEvery. UNIMPLEMENTED, FAILED_PRECONDITION:
// as CanProfileAllocations(). ABORTED: a sampler runs already.
CaptureKind AllocationKind(int64_t every);

}  // namespace backwire::admin

#endif  // BACKWIRE_SERVER_ADMIN_ALLOCATION_SAMPLER_H_
