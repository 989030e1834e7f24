// The kernels for any machine.
#include "backwire/wire/packed_varint_kernels.h"
#include "backwire/wire/packed_varint_machines.h"

namespace backwire::wire {
namespace {

struct Portable : PortableBits {
  static constexpr ptrdiff_t kBlock = 8;

  static size_t CountBlocks(const char** p, const char* end) {
    size_t count = 0;
    for (; end - *p >= kBlock; *p += kBlock) {
      count += static_cast<size_t>(__builtin_popcountll(StopsOf(Load64(*p))));
    }
    return count;
  }

  // The multiplication brings bit 7 of byte i to bit 56 + i.
  static uint32_t HighBits(const char* p) {
    const uint64_t bits = (Load64(p) & kHighBits) >> 7;
    return static_cast<uint32_t>(bits * 0x0102040810204080 >> 56);
  }

  template <class Map>
  static void WidenSingles(const char* p, typename Map::Value* values) {
    for (ptrdiff_t i = 0; i < kBlock; ++i) {
      values[i] = Map::FromWire(static_cast<uint8_t>(p[i]));
    }
  }

  template <class Map>
  static void WidenDoubles(const char* p, typename Map::Value* values) {
    for (ptrdiff_t i = 0; i < kBlock / 2; ++i) {
      const uint32_t pair = Load16(p + 2 * i);
      values[i] = Map::FromWire((pair & 0x7f) | (pair & 0x7f00) >> 1);
    }
  }

  template <class Map>
  static bool PackSingles(const typename Map::Value* values, uint8_t* out) {
    uint64_t any = 0;
    for (ptrdiff_t i = 0; i < kBlock; ++i) any |= Map::ToWire(values[i]);
    if (any >= 0x80) return false;
    for (ptrdiff_t i = 0; i < kBlock; ++i) {
      out[i] = static_cast<uint8_t>(Map::ToWire(values[i]));
    }
    return true;
  }

  template <class Map>
  static bool PackDoubles(const typename Map::Value* values, uint8_t* out) {
    uint64_t word = 0;
    for (ptrdiff_t i = kBlock / 2 - 1; i >= 0; --i) {
      const uint64_t w = Map::ToWire(values[i]);
      if (w - 0x80 >= 0x4000 - 0x80) return false;
      word = word << 16 | (w & 0x7f) | 0x80 | w >> 7 << 8;
    }
    Store64(word, out);
    return true;
  }
};

}  // namespace

constexpr VarintKernels kPortableVarintKernels =
    MakeVarintKernels<Portable>("portable");

}  // namespace backwire::wire
