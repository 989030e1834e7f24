// What gperftools reads from the environment, and only before main(): the
// unwinder and the rate of heap samples.
#ifndef BACKWIRE_SERVER_ADMIN_PROFILING_ENVIRONMENT_H_
#define BACKWIRE_SERVER_ADMIN_PROFILING_ENVIRONMENT_H_

#include <string>

#include "absl/status/status.h"

namespace backwire::admin {

// Sets TCMALLOC_STACKTRACE_METHOD=libgcc and TCMALLOC_SAMPLE_PARAMETER=65536
// where they are not set, and starts the program anew with them, under the same
// process id. Call it first in main(), before threads, files and signals; it
// returns if nothing has to be set (so after the restart, too) or if the build
// has no gperftools.
//
// Without the first, gperftools unwinds with libunwind, which can deadlock with
// a thread that loads or unloads a library; without the second, there are no
// heap profiles. An error says why the program could not be started anew; the
// process then runs on, with those profiles refused.
absl::Status RestartWithProfilingEnvironment(char** argv);

// OK if a CPU profile can be taken in this process; else what has to be set.
// UNIMPLEMENTED: built without gperftools. FAILED_PRECONDITION: the unwinder.
absl::Status CanProfileCpu();

// OK if allocations can be sampled; else as above.
absl::Status CanProfileAllocations();

// OK if live objects can be sampled; else as above, or FAILED_PRECONDITION for
// the sample parameter.
absl::Status CanProfileHeap();

}  // namespace backwire::admin

#endif  // BACKWIRE_SERVER_ADMIN_PROFILING_ENVIRONMENT_H_
