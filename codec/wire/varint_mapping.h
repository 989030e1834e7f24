// How integers relate to the 64 bits of a varint: for a single value, and for
// the elements of a packed field. Forced inline, see words.h.
#ifndef BACKWIRE_WIRE_VARINT_MAPPING_H_
#define BACKWIRE_WIRE_VARINT_MAPPING_H_

#include <cstdint>

#include "backwire/wire/port.h"
#include "backwire/wire/wire_format.h"

namespace backwire::wire {

// By the array that packed values stand in.
enum class VarintMapping {
  kInt32,   // int32_t; negative ones are sign-extended
  kUInt32,  // uint32_t
  kSInt32,  // int32_t in zigzag form
  kInt64,   // int64_t or uint64_t
  kSInt64,  // int64_t in zigzag form
  kBool,    // bool
};
inline constexpr size_t kVarintMappings = 6;

// Negative values are sign-extended and take ten bytes.
struct Int32Mapping {
  using Value = int32_t;
  static constexpr auto kMapping = VarintMapping::kInt32;
  static BACKWIRE_ALWAYS_INLINE uint64_t ToWire(Value v) {
    return static_cast<uint64_t>(int64_t{v});
  }
  static BACKWIRE_ALWAYS_INLINE Value FromWire(uint64_t w) {
    return static_cast<Value>(w);
  }
};
struct Int64Mapping {
  using Value = int64_t;
  static constexpr auto kMapping = VarintMapping::kInt64;
  static BACKWIRE_ALWAYS_INLINE uint64_t ToWire(Value v) {
    return static_cast<uint64_t>(v);
  }
  static BACKWIRE_ALWAYS_INLINE Value FromWire(uint64_t w) {
    return static_cast<Value>(w);
  }
};
struct UInt32Mapping {
  using Value = uint32_t;
  static constexpr auto kMapping = VarintMapping::kUInt32;
  static BACKWIRE_ALWAYS_INLINE uint64_t ToWire(Value v) { return v; }
  static BACKWIRE_ALWAYS_INLINE Value FromWire(uint64_t w) {
    return static_cast<Value>(w);
  }
};
struct UInt64Mapping {
  using Value = uint64_t;
  static constexpr auto kMapping = VarintMapping::kInt64;
  static BACKWIRE_ALWAYS_INLINE uint64_t ToWire(Value v) { return v; }
  static BACKWIRE_ALWAYS_INLINE Value FromWire(uint64_t w) { return w; }
};
struct SInt32Mapping {
  using Value = int32_t;
  static constexpr auto kMapping = VarintMapping::kSInt32;
  static BACKWIRE_ALWAYS_INLINE uint64_t ToWire(Value v) {
    return ZigZagEncode32(v);
  }
  static BACKWIRE_ALWAYS_INLINE Value FromWire(uint64_t w) {
    return ZigZagDecode32(static_cast<uint32_t>(w));
  }
};
struct SInt64Mapping {
  using Value = int64_t;
  static constexpr auto kMapping = VarintMapping::kSInt64;
  static BACKWIRE_ALWAYS_INLINE uint64_t ToWire(Value v) {
    return ZigZagEncode64(v);
  }
  static BACKWIRE_ALWAYS_INLINE Value FromWire(uint64_t w) {
    return ZigZagDecode64(w);
  }
};
struct BoolMapping {
  using Value = bool;
  static constexpr auto kMapping = VarintMapping::kBool;
  static BACKWIRE_ALWAYS_INLINE uint64_t ToWire(Value v) { return v ? 1 : 0; }
  static BACKWIRE_ALWAYS_INLINE Value FromWire(uint64_t w) { return w != 0; }
};

}  // namespace backwire::wire

#endif  // BACKWIRE_WIRE_VARINT_MAPPING_H_
