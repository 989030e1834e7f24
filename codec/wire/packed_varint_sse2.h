// What SSE2 can do for runs of varints of one and of two bytes; every x86-64
// has it.
#ifndef BACKWIRE_WIRE_PACKED_VARINT_SSE2_H_
#define BACKWIRE_WIRE_PACKED_VARINT_SSE2_H_

#include <emmintrin.h>

#include <type_traits>

#include "backwire/wire/packed_varint_kernels.h"

namespace backwire::wire {
namespace {

inline __m128i Load128(const void* p) {
  return _mm_loadu_si128(static_cast<const __m128i*>(p));
}
inline void Store128(__m128i v, void* p) {
  _mm_storeu_si128(static_cast<__m128i*>(p), v);
}

// Values of the wire to those of the array, within lanes of the array's width.
template <class Map>
inline __m128i LanesFromWire(__m128i w) {
  if constexpr (std::is_same_v<Map, SInt32Mapping>) {
    const __m128i sign =
        _mm_sub_epi32(_mm_setzero_si128(), _mm_and_si128(w, _mm_set1_epi32(1)));
    return _mm_xor_si128(_mm_srli_epi32(w, 1), sign);
  } else if constexpr (std::is_same_v<Map, SInt64Mapping>) {
    const __m128i sign = _mm_sub_epi64(_mm_setzero_si128(),
                                       _mm_and_si128(w, _mm_set1_epi64x(1)));
    return _mm_xor_si128(_mm_srli_epi64(w, 1), sign);
  } else {
    return w;
  }
}

template <class Map>
inline __m128i LanesToWire(__m128i v) {
  if constexpr (std::is_same_v<Map, SInt32Mapping>) {
    return _mm_xor_si128(_mm_slli_epi32(v, 1), _mm_srai_epi32(v, 31));
  } else if constexpr (std::is_same_v<Map, SInt64Mapping>) {
    // There is no 64-bit arithmetic shift: the upper halves' signs, doubled.
    const __m128i sign =
        _mm_srai_epi32(_mm_shuffle_epi32(v, _MM_SHUFFLE(3, 3, 1, 1)), 31);
    return _mm_xor_si128(_mm_slli_epi64(v, 1), sign);
  } else {
    return v;
  }
}

// 4 lanes of 32 bits to the array.
template <class Map>
inline void StoreFour(__m128i w, typename Map::Value* values) {
  if constexpr (sizeof(typename Map::Value) == 4) {
    Store128(LanesFromWire<Map>(w), values);
  } else {
    const __m128i zero = _mm_setzero_si128();
    Store128(LanesFromWire<Map>(_mm_unpacklo_epi32(w, zero)), values);
    Store128(LanesFromWire<Map>(_mm_unpackhi_epi32(w, zero)), values + 2);
  }
}

// 4 values as wire values in lanes of 32 bits; ORs to *any what tells if one of
// them does not fit.
template <class Map>
inline __m128i LoadFour(const typename Map::Value* values, __m128i* any) {
  if constexpr (sizeof(typename Map::Value) == 4) {
    const __m128i w = LanesToWire<Map>(Load128(values));
    *any = _mm_or_si128(*any, w);
    return w;
  } else {
    const __m128i low = LanesToWire<Map>(Load128(values));
    const __m128i high = LanesToWire<Map>(Load128(values + 2));
    *any = _mm_or_si128(*any, _mm_or_si128(low, high));
    return _mm_castps_si128(_mm_shuffle_ps(_mm_castsi128_ps(low),
                                           _mm_castsi128_ps(high),
                                           _MM_SHUFFLE(2, 0, 2, 0)));
  }
}

struct Sse2Blocks {
  static constexpr ptrdiff_t kBlock = 16;

  static size_t CountBlocks(const char** p, const char* end) {
    const __m128i minus_one = _mm_set1_epi8(-1);
    __m128i total = _mm_setzero_si128();
    while (end - *p >= kBlock) {
      // A lane of 8 bits counts up to 255 blocks.
      const ptrdiff_t blocks = Least((end - *p) / kBlock, 255);
      __m128i counts = _mm_setzero_si128();
      for (ptrdiff_t i = 0; i < blocks; ++i, *p += kBlock) {
        counts = _mm_sub_epi8(counts, _mm_cmpgt_epi8(Load128(*p), minus_one));
      }
      total = _mm_add_epi64(total, _mm_sad_epu8(counts, _mm_setzero_si128()));
    }
    return static_cast<size_t>(_mm_cvtsi128_si64(total) +
                               _mm_cvtsi128_si64(_mm_srli_si128(total, 8)));
  }

  static uint32_t HighBits(const char* p) {
    return static_cast<uint32_t>(_mm_movemask_epi8(Load128(p)));
  }

  template <class Map>
  static void WidenSingles(const char* p, typename Map::Value* values) {
    const __m128i bytes = Load128(p);
    if constexpr (std::is_same_v<Map, BoolMapping>) {
      Store128(_mm_min_epu8(bytes, _mm_set1_epi8(1)), values);
    } else {
      const __m128i zero = _mm_setzero_si128();
      StoreEight<Map>(_mm_unpacklo_epi8(bytes, zero), values);
      StoreEight<Map>(_mm_unpackhi_epi8(bytes, zero), values + 8);
    }
  }

  template <class Map>
  static void WidenDoubles(const char* p, typename Map::Value* values) {
    const __m128i pairs = Load128(p);
    const __m128i low = _mm_and_si128(pairs, _mm_set1_epi16(0x7f));
    const __m128i high =
        _mm_srli_epi16(_mm_and_si128(pairs, _mm_set1_epi16(0x7f00)), 1);
    StoreEight<Map>(_mm_or_si128(low, high), values);
  }

  template <class Map>
  static bool PackSingles(const typename Map::Value* values, uint8_t* out) {
    if constexpr (std::is_same_v<Map, BoolMapping>) {
      Store128(Load128(values), out);
      return true;
    } else {
      __m128i any = _mm_setzero_si128();
      const __m128i low = LoadEight<Map>(values, &any);
      const __m128i high = LoadEight<Map>(values + 8, &any);
      if (!LanesBelow<0x80, Map>(any)) return false;
      Store128(_mm_packus_epi16(low, high), out);
      return true;
    }
  }

  template <class Map>
  static bool PackDoubles(const typename Map::Value* values, uint8_t* out) {
    if constexpr (std::is_same_v<Map, BoolMapping>) {
      return false;
    } else {
      __m128i any = _mm_setzero_si128();
      const __m128i w = LoadEight<Map>(values, &any);
      if (!LanesBelow<0x4000, Map>(any)) return false;
      if (_mm_movemask_epi8(_mm_cmplt_epi16(w, _mm_set1_epi16(0x80))) != 0) {
        return false;
      }
      const __m128i low = _mm_or_si128(_mm_and_si128(w, _mm_set1_epi16(0x7f)),
                                       _mm_set1_epi16(0x80));
      const __m128i high =
          _mm_and_si128(_mm_slli_epi16(w, 1), _mm_set1_epi16(0x7f00));
      Store128(_mm_or_si128(low, high), out);
      return true;
    }
  }

 private:
  // 8 lanes of 16 bits to the array.
  template <class Map>
  static void StoreEight(__m128i w, typename Map::Value* values) {
    if constexpr (std::is_same_v<Map, BoolMapping>) {
      for (int i = 0; i < 8; ++i, w = _mm_srli_si128(w, 2)) {
        values[i] = static_cast<uint16_t>(_mm_cvtsi128_si32(w)) != 0;
      }
    } else {
      const __m128i zero = _mm_setzero_si128();
      StoreFour<Map>(_mm_unpacklo_epi16(w, zero), values);
      StoreFour<Map>(_mm_unpackhi_epi16(w, zero), values + 4);
    }
  }

  // 8 wire values in lanes of 16 bits, right if they are below 0x8000.
  template <class Map>
  static __m128i LoadEight(const typename Map::Value* values, __m128i* any) {
    const __m128i low = LoadFour<Map>(values, any);
    return _mm_packs_epi32(low, LoadFour<Map>(values + 4, any));
  }

  // Are all the lanes that were ORed to `any` below the power of two?
  template <int64_t kBound, class Map>
  static bool LanesBelow(__m128i any) {
    const __m128i mask = sizeof(typename Map::Value) == 4
                             ? _mm_set1_epi32(~static_cast<int>(kBound - 1))
                             : _mm_set1_epi64x(~(kBound - 1));
    const __m128i over = _mm_and_si128(any, mask);
    return _mm_movemask_epi8(_mm_cmpeq_epi8(over, _mm_setzero_si128())) ==
           0xffff;
  }
};

}  // namespace
}  // namespace backwire::wire

#endif  // BACKWIRE_WIRE_PACKED_VARINT_SSE2_H_
