// Snapshots of tcmalloc's own records, in gperftools' text forms.
#ifndef BACKWIRE_SERVER_ADMIN_HEAP_PROFILE_H_
#define BACKWIRE_SERVER_ADMIN_HEAP_PROFILE_H_

#include <string>

#include "absl/status/statusor.h"

namespace backwire::admin {

// The live objects, sampled once in TCMALLOC_SAMPLE_PARAMETER bytes. Errors: as
// CanProfileHeap().
absl::StatusOr<std::string> HeapProfile();

// The stacks that made the heap grow since the process started. Errors: as
// CanProfileAllocations().
absl::StatusOr<std::string> GrowthProfile();

}  // namespace backwire::admin

#endif  // BACKWIRE_SERVER_ADMIN_HEAP_PROFILE_H_
