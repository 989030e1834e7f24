#include "backwire/wire/packed_varint.h"

#include <cstring>

#include "backwire/wire/packed_varint_machines.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace backwire::wire {
namespace {

#if defined(__x86_64__)
// By the processor's own word: clang 14's __builtin_cpu_supports does not know
// this one.
bool HasLzcnt() {
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  constexpr unsigned kExtendedFeatures = 0x80000001, kLzcnt = 1 << 5;
  return __get_cpuid(kExtendedFeatures, &eax, &ebx, &ecx, &edx) != 0 &&
         (ecx & kLzcnt) != 0;
}

// AMD's first two generations of Zen take up to hundreds of cycles for a pext.
bool HasAvx2AndFastPext() {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
         __builtin_cpu_supports("bmi") && HasLzcnt() &&
         !__builtin_cpu_is("znver1") && !__builtin_cpu_is("znver2");
}
#endif

const VarintKernels& Choose() {
#if defined(__x86_64__)
  return HasAvx2AndFastPext() ? kAvx2VarintKernels : kSse2VarintKernels;
#else
  return kPortableVarintKernels;
#endif
}

}  // namespace

const VarintKernels& BestVarintKernels() {
  static const VarintKernels& best = Choose();
  return best;
}

const VarintKernels* FindVarintKernels(const char* name) {
  if (std::strcmp(name, "portable") == 0) return &kPortableVarintKernels;
#if defined(__x86_64__)
  if (std::strcmp(name, "sse2") == 0) return &kSse2VarintKernels;
  if (std::strcmp(name, "avx2") == 0 && HasAvx2AndFastPext()) {
    return &kAvx2VarintKernels;
  }
#endif
  return nullptr;
}

uint8_t* WritePackedVarints(VarintMapping mapping, const void* values,
                            size_t count, uint8_t* cursor,
                            BackwardWriter& writer) {
  const VarintKernels::Encode encode =
      BestVarintKernels().encode[static_cast<size_t>(mapping)];
  while (count != 0) {
    cursor = writer.Reserve(cursor, VarintKernels::kStepBytes);
    cursor = encode(values, &count, cursor - writer.FreeBytes(cursor), cursor);
  }
  return cursor;
}

}  // namespace backwire::wire
