// A CPU profile of all threads of this process, taken by gperftools.
#ifndef BACKWIRE_SERVER_ADMIN_CPU_PROFILE_H_
#define BACKWIRE_SERVER_ADMIN_CPU_PROFILE_H_

#include "backwire/admin/capture_gate.h"

namespace backwire::admin {

// Samples for each second of CPU time, unless a capture asks for another rate.
int CpuProfileHertz();

// From here on the kernel's clock tick loses samples of busy cores.
inline constexpr int kMaxCpuProfileHertz = 250;

// The capture of kind "cpu" with `hertz` samples, at least one, for each second
// of CPU time; its body is a file in gperftools' CPU format, with the process's
// memory map, as pprof reads it.
//
// UNIMPLEMENTED, FAILED_PRECONDITION: as CanProfileCpu(); or threads have
// timers of their own, whose rate is set when the process starts. ABORTED: the
// profiler runs already, started by someone else.
CaptureKind CpuProfileKind(int hertz);

}  // namespace backwire::admin

#endif  // BACKWIRE_SERVER_ADMIN_CPU_PROFILE_H_
