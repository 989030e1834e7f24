// A CPU profile of all threads of this process, taken by gperftools.
#ifndef BACKWIRE_SERVER_ADMIN_CPU_PROFILE_H_
#define BACKWIRE_SERVER_ADMIN_CPU_PROFILE_H_

#include "server/admin/capture_gate.h"

namespace backwire::admin {

// Samples a second and busy core.
int CpuProfileHertz();

// The capture of kind "cpu"; its body is a file in gperftools' CPU format, with
// the process's memory map, as pprof reads it.
//
// UNIMPLEMENTED, FAILED_PRECONDITION: as CanProfileCpu(). ABORTED: the profiler
// runs already, started by someone else.
CaptureKind CpuProfileKind();

}  // namespace backwire::admin

#endif  // BACKWIRE_SERVER_ADMIN_CPU_PROFILE_H_
