#include "backwire/admin/heap_profile.h"

#include "absl/status/status.h"
#include "backwire/admin/profiling_environment.h"

#ifdef BACKWIRE_HAVE_GPERFTOOLS
#include <gperftools/malloc_extension.h>
#endif

namespace backwire::admin {

absl::StatusOr<std::string> HeapProfile() {
  absl::Status can = CanProfileHeap();
  if (!can.ok()) return can;
  std::string text;
#ifdef BACKWIRE_HAVE_GPERFTOOLS
  MallocExtension::instance()->GetHeapSample(&text);
#endif
  return text;
}

absl::StatusOr<std::string> GrowthProfile() {
  absl::Status can = CanProfileAllocations();
  if (!can.ok()) return can;
  std::string text;
#ifdef BACKWIRE_HAVE_GPERFTOOLS
  MallocExtension::instance()->GetHeapGrowthStacks(&text);
#endif
  return text;
}

}  // namespace backwire::admin
