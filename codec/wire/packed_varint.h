// Whole runs of varints at once, for packed fields: arrays of integers to and
// from the bytes of a packed payload.
//
// Each set of kernels does the same for another kind of machine, and the best
// one that this processor can run is chosen once; tests force each by name.
#ifndef BACKWIRE_WIRE_PACKED_VARINT_H_
#define BACKWIRE_WIRE_PACKED_VARINT_H_

#include <cstddef>
#include <cstdint>

#include "backwire/wire/backward_writer.h"
#include "backwire/wire/varint_mapping.h"

namespace backwire::wire {

// Functions without state: safe from any thread.
struct VarintKernels {
  // Reads varints from `ptr` on into the array at *values, which is moved
  // behind the last one written. The byte before `end` is the last one of a
  // varint, 16 bytes from `end` on can be read, and the array has room for
  // count(ptr, end) elements up to `values_end`; what lies between *values and
  // that is unspecified afterwards. Returns `end`, or where a varint of more
  // than ten bytes begins.
  using Decode = const char* (*)(const char* ptr, const char* end,
                                 void** values, void* values_end);
  // Writes the last of values[0, *count) below `cursor`, the last one at the
  // highest address, until all are written or fewer than kStepBytes bytes are
  // free above `floor`; *count becomes the number of those still to be written.
  // Returns the new cursor.
  using Encode = uint8_t* (*)(const void* values, size_t* count,
                              const uint8_t* floor, uint8_t* cursor);
  static constexpr ptrdiff_t kStepBytes = 16;

  // How many varints end in [ptr, end).
  using Count = size_t (*)(const char* ptr, const char* end);

  const char* name;
  Count count;
  // Both by VarintMapping.
  Decode decode[kVarintMappings];
  Encode encode[kVarintMappings];
};

// The kernels of this processor.
const VarintKernels& BestVarintKernels();

// "portable" everywhere; on x86-64 "sse2" and, where the processor has it,
// "avx2". nullptr for a name that this processor cannot run.
const VarintKernels* FindVarintKernels(const char* name);

// Writes values[0, count) as a packed payload, over as many blocks as it takes.
uint8_t* WritePackedVarints(VarintMapping mapping, const void* values,
                            size_t count, uint8_t* cursor,
                            BackwardWriter& writer);

}  // namespace backwire::wire

#endif  // BACKWIRE_WIRE_PACKED_VARINT_H_
