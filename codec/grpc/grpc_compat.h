// What differs between the versions of gRPC that backwire is built with: 1.51
// of Debian 12 and 1.83 have been tried.
#ifndef BACKWIRE_GRPC_GRPC_COMPAT_H_
#define BACKWIRE_GRPC_GRPC_COMPAT_H_

#include <grpcpp/version_info.h>

// The last parameter of gRPC's GenericSerialize(), where it has that many: an
// allocator for slices, which may be null.
#if GRPC_CPP_VERSION_MAJOR == 1 && GRPC_CPP_VERSION_MINOR < 76
#define BACKWIRE_GRPC_ALLOCATOR_PARAMETER
#else
#include <grpc/event_engine/memory_allocator.h>
#define BACKWIRE_GRPC_ALLOCATOR_PARAMETER \
  , ::grpc_event_engine::experimental::MemoryAllocator*
#endif

#endif  // BACKWIRE_GRPC_GRPC_COMPAT_H_
