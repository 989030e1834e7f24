// The protobuf wire format in constants and small pure functions.
//
//   message := record*
//   record  := tag payload
//   tag     := varint(field_number << 3 | wire_type), 32 bits
//   payload := varint                  VARINT
//            | 8 bytes, little-endian  I64
//            | length-prefix bytes     LEN
//            | record* EGROUP-tag      SGROUP
//            | 4 bytes, little-endian  I32
#ifndef BACKWIRE_WIRE_WIRE_FORMAT_H_
#define BACKWIRE_WIRE_WIRE_FORMAT_H_

#include <cstddef>
#include <cstdint>

#include "backwire/wire/port.h"

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error \
    "backwire copies fixed-width values as they stand in memory: it needs a little-endian machine"
#endif

namespace backwire::wire {

enum WireType : uint32_t {
  kVarint = 0,
  kI64 = 1,
  kLen = 2,
  kSGroup = 3,
  kEGroup = 4,
  kI32 = 5,
};

inline constexpr size_t kMaxTagBytes = 5;
inline constexpr size_t kMaxVarintBytes = 10;
inline constexpr size_t kMaxLengthBytes = 5;
// A message may hold so many levels of messages, groups and map entries.
inline constexpr int kMaxDepth = 100;
// No message may be larger; the limit of protobuf's own C++ runtime.
inline constexpr size_t kMaxMessageBytes = 0x7fffffff;

constexpr uint32_t MakeTag(uint32_t field_number, WireType type) {
  return field_number << 3 | type;
}
constexpr uint32_t FieldNumber(uint32_t tag) { return tag >> 3; }
constexpr WireType TypeOf(uint32_t tag) {
  return static_cast<WireType>(tag & 7);
}

// The next ones are forced inline: see words.h.
BACKWIRE_ALWAYS_INLINE constexpr uint32_t ZigZagEncode32(int32_t value) {
  return static_cast<uint32_t>(value) << 1 ^ static_cast<uint32_t>(value >> 31);
}
BACKWIRE_ALWAYS_INLINE constexpr uint64_t ZigZagEncode64(int64_t value) {
  return static_cast<uint64_t>(value) << 1 ^ static_cast<uint64_t>(value >> 63);
}
BACKWIRE_ALWAYS_INLINE constexpr int32_t ZigZagDecode32(uint32_t value) {
  return static_cast<int32_t>(value >> 1 ^ (0u - (value & 1)));
}
BACKWIRE_ALWAYS_INLINE constexpr int64_t ZigZagDecode64(uint64_t value) {
  return static_cast<int64_t>(value >> 1 ^ (uint64_t{0} - (value & 1)));
}

// The bytes that `value` takes as a varint: 1 to 10.
BACKWIRE_ALWAYS_INLINE constexpr size_t VarintSize(uint64_t value) {
  // 7 bits a byte: (bits + 6) / 7 as a multiplication, exact for 1..64 bits.
  const int bits = 64 - __builtin_clzll(value | 1);
  return static_cast<size_t>(bits * 9 + 64) / 64;
}

}  // namespace backwire::wire

#endif  // BACKWIRE_WIRE_WIRE_FORMAT_H_
