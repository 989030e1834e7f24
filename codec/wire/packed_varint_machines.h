// The sets of kernels that packed_varint.cc chooses from.
#ifndef BACKWIRE_WIRE_PACKED_VARINT_MACHINES_H_
#define BACKWIRE_WIRE_PACKED_VARINT_MACHINES_H_

#include "backwire/wire/packed_varint.h"

namespace backwire::wire {

extern const VarintKernels kPortableVarintKernels;
#if defined(__x86_64__)
extern const VarintKernels kSse2VarintKernels;
extern const VarintKernels kAvx2VarintKernels;
#endif

}  // namespace backwire::wire

#endif  // BACKWIRE_WIRE_PACKED_VARINT_MACHINES_H_
