// The kernels for x86-64 with AVX2 and BMI2: pext and pdep drop and insert
// every eighth bit in one instruction, and a block widens to registers of twice
// the width. Compiled with flags for them: nothing here may be called before
// the processor has been asked.
#include "backwire/wire/packed_varint_machines.h"

#if defined(__x86_64__)
#include <immintrin.h>

#include "backwire/wire/packed_varint_sse2.h"

namespace backwire::wire {
namespace {

struct Avx2 : Sse2Blocks {
  static size_t CountBlocks(const char** p, const char* end) {
    constexpr ptrdiff_t kTwo = 2 * sizeof(__m256i);
    const __m256i minus_one = _mm256_set1_epi8(-1);
    __m256i total = _mm256_setzero_si256();
    while (end - *p >= kTwo) {
      // A lane of 8 bits counts up to 255.
      const char* const stop = *p + Least((end - *p) / kTwo, 127) * kTwo;
      __m256i counts = _mm256_setzero_si256();
      for (; *p != stop; *p += kTwo) {
        const __m256i even = _mm256_cmpgt_epi8(Load256(*p), minus_one);
        const __m256i odd = _mm256_cmpgt_epi8(Load256(*p + 32), minus_one);
        counts = _mm256_sub_epi8(counts, _mm256_add_epi8(even, odd));
      }
      total = _mm256_add_epi64(total,
                               _mm256_sad_epu8(counts, _mm256_setzero_si256()));
    }
    const __m128i both = _mm_add_epi64(_mm256_castsi256_si128(total),
                                       _mm256_extracti128_si256(total, 1));
    return static_cast<size_t>(_mm_cvtsi128_si64(both) +
                               _mm_extract_epi64(both, 1)) +
           Sse2Blocks::CountBlocks(p, end);
  }

  // 64-bit elements take half the stores; the others gain nothing from it.
  template <class Map>
  static void WidenSingles(const char* p, typename Map::Value* values) {
    if constexpr (sizeof(typename Map::Value) == 8) {
      const __m128i bytes = Load128(p);
      WidenFour<Map>(bytes, values);
      WidenFour<Map>(_mm_srli_si128(bytes, 4), values + 4);
      WidenFour<Map>(_mm_srli_si128(bytes, 8), values + 8);
      WidenFour<Map>(_mm_srli_si128(bytes, 12), values + 12);
    } else {
      Sse2Blocks::WidenSingles<Map>(p, values);
    }
  }

  static uint64_t Gather(uint64_t w, uint64_t mask) {
    return _pext_u64(w, mask);
  }
  static uint64_t Scatter(uint64_t v) { return _pdep_u64(v, kLowBits); }

 private:
  static __m256i Load256(const char* p) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
  }

  template <class Map>
  static void WidenFour(__m128i bytes, typename Map::Value* values) {
    __m256i w = _mm256_cvtepu8_epi64(bytes);
    if constexpr (std::is_same_v<Map, SInt64Mapping>) {
      const __m256i sign = _mm256_sub_epi64(
          _mm256_setzero_si256(), _mm256_and_si256(w, _mm256_set1_epi64x(1)));
      w = _mm256_xor_si256(_mm256_srli_epi64(w, 1), sign);
    }
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(values), w);
  }
};

}  // namespace

constexpr VarintKernels kAvx2VarintKernels = MakeVarintKernels<Avx2>("avx2");

}  // namespace backwire::wire
#endif
