// The kernels for any x86-64.
#include "backwire/wire/packed_varint_machines.h"

#if defined(__x86_64__)
#include "backwire/wire/packed_varint_sse2.h"

namespace backwire::wire {
namespace {

struct Sse2 : PortableBits, Sse2Blocks {};

}  // namespace

constexpr VarintKernels kSse2VarintKernels = MakeVarintKernels<Sse2>("sse2");

}  // namespace backwire::wire
#endif
