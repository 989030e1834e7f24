// The scalar kinds of field: for each, the C++ value, the wire type, and the
// conversion between the value and what stands on the wire.
#ifndef BACKWIRE_MESSAGE_KINDS_H_
#define BACKWIRE_MESSAGE_KINDS_H_

#include <cstdint>
#include <cstring>

#include "backwire/wire/backward_writer.h"
#include "backwire/wire/packed_varint.h"
#include "backwire/wire/wire_format.h"
#include "backwire/wire/wire_reader.h"

namespace backwire::message {

// Kinds of VARINT fields convert to and from the 64 bits on the wire.
struct VarintKind {
  static constexpr wire::WireType kWireType = wire::kVarint;
  static constexpr size_t kMaxBytes = wire::kMaxVarintBytes;
};

struct Int32 : VarintKind, wire::Int32Mapping {};
struct Int64 : VarintKind, wire::Int64Mapping {};
struct UInt32 : VarintKind, wire::UInt32Mapping {};
struct UInt64 : VarintKind, wire::UInt64Mapping {};
struct SInt32 : VarintKind, wire::SInt32Mapping {};
struct SInt64 : VarintKind, wire::SInt64Mapping {};
struct Bool : VarintKind, wire::BoolMapping {
  static constexpr size_t kMaxBytes = 1;
};

// An enum that keeps numbers it has no name for.
template <class E>
struct OpenEnum : VarintKind {
  using Value = E;
  static constexpr auto kMapping = Int32::kMapping;
  static uint64_t ToWire(int v) { return Int32::ToWire(v); }
  static Value FromWire(uint64_t w) {
    return static_cast<E>(Int32::FromWire(w));
  }
};

// An enum whose unnamed numbers go to the unknown fields. kIsValid is the
// E_IsValid() of stock's generated code.
template <class E, bool (*kIsValid)(int)>
struct ClosedEnum : OpenEnum<E> {
  static bool IsValid(int v) { return kIsValid(v); }
};

// Kinds of fixed width copy their bits.
template <class T, wire::WireType kType>
struct FixedKind {
  using Value = T;
  static constexpr wire::WireType kWireType = kType;
  static constexpr size_t kMaxBytes = sizeof(T);
};
using Fixed32 = FixedKind<uint32_t, wire::kI32>;
using SFixed32 = FixedKind<int32_t, wire::kI32>;
using Float = FixedKind<float, wire::kI32>;
using Fixed64 = FixedKind<uint64_t, wire::kI64>;
using SFixed64 = FixedKind<int64_t, wire::kI64>;
using Double = FixedKind<double, wire::kI64>;

// True unless all bits are zero: -0.0 counts as set.
template <class Kind, class Value>
inline bool IsSet(Value value) {
  if constexpr (Kind::kWireType == wire::kVarint) {
    return Kind::ToWire(value) != 0;
  } else {
    static constexpr typename Kind::Value kZero = 0;
    return std::memcmp(&value, &kZero, sizeof(value)) != 0;
  }
}

// Writes the payload, at most Kind::kMaxBytes, which the caller has reserved.
template <class Kind, class Value>
inline uint8_t* WriteScalarUnchecked(Value value, uint8_t* cursor) {
  if constexpr (Kind::kWireType == wire::kVarint) {
    return wire::WriteVarintUnchecked(Kind::ToWire(value), cursor);
  } else {
    return wire::WriteFixedUnchecked<typename Kind::Value>(value, cursor);
  }
}

// Reads a payload at a place where the reader has said that a record can be
// read.
template <class Kind>
inline const char* ReadScalar(const char* ptr, wire::WireReader& reader,
                              typename Kind::Value* value) {
  if constexpr (Kind::kWireType == wire::kVarint) {
    uint64_t wire_value = 0;
    ptr = reader.ReadVarint(ptr, &wire_value);
    *value = Kind::FromWire(wire_value);
    return ptr;
  } else {
    return reader.ReadFixed(ptr, value);
  }
}

}  // namespace backwire::message

#endif  // BACKWIRE_MESSAGE_KINDS_H_
