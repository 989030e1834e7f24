// How the records of fields are written at an output's cursor. All functions
// take the tag as a value; where the compiler knows it, as in generated code,
// it becomes a store. They write nothing once the message is too large.
#ifndef BACKWIRE_BUILDER_FIELD_H_
#define BACKWIRE_BUILDER_FIELD_H_

#include "backwire/builder/output.h"
#include "backwire/builder/text.h"
#include "backwire/message/kinds.h"
#include "backwire/message/string_field.h"
#include "backwire/wire/forward_copy.h"

namespace backwire::builder {

template <class Kind, class = void>
inline constexpr bool kIsText = false;
template <class Kind>
inline constexpr bool kIsText<Kind, std::void_t<decltype(Kind::kUtf8)>> = true;

// What a setter takes as the field's value.
template <class Kind>
struct ArgumentOf {
  using Type = typename Kind::Value;
};
template <>
struct ArgumentOf<message::Utf8String> {
  using Type = Text;
};
template <>
struct ArgumentOf<message::RawString> {
  using Type = Text;
};
template <class Kind>
using Argument = typename ArgumentOf<Kind>::Type;

// True for what a field without presence leaves out.
template <class Kind>
inline bool IsDefault(Argument<Kind> value) {
  if constexpr (kIsText<Kind>) {
    return value.empty();
  } else {
    return !message::IsSet<Kind>(value);
  }
}

// A record takes at most its payload and so many bytes more; a text's copy may
// write beyond its end.
template <class Kind>
inline size_t MaxRecordBytes(Argument<Kind> value) {
  if constexpr (kIsText<Kind>) {
    return value.size() + message::kMaxHeadBytes + wire::kCopySlackBytes;
  } else {
    return wire::kMaxTagBytes + Kind::kMaxBytes;
  }
}

// The exact size of the payload with its length prefix.
template <class Kind>
inline size_t PayloadBytes(Argument<Kind> value) {
  if constexpr (kIsText<Kind>) {
    return wire::VarintSize(value.size()) + value.size();
  } else if constexpr (Kind::kWireType == wire::kVarint) {
    return wire::VarintSize(Kind::ToWire(value));
  } else {
    return Kind::kMaxBytes;
  }
}

template <class Kind>
inline constexpr wire::WireType kWireTypeOf = Kind::kWireType;
template <>
inline constexpr wire::WireType kWireTypeOf<message::Utf8String> = wire::kLen;
template <>
inline constexpr wire::WireType kWireTypeOf<message::RawString> = wire::kLen;

template <class Kind>
inline uint8_t* PutScalarUnchecked(typename Kind::Value value,
                                   uint8_t* cursor) {
  if constexpr (Kind::kWireType == wire::kVarint) {
    return PutVarintUnchecked(Kind::ToWire(value), cursor);
  } else {
    return PutFixedUnchecked<typename Kind::Value>(value, cursor);
  }
}

// Writes the tag and the length of a text.
inline uint8_t* PutTextHeadUnchecked(uint32_t tag, size_t size,
                                     uint8_t* cursor) {
  if (BACKWIRE_LIKELY((tag | size) < 0x80)) {
    return PutFixedUnchecked(static_cast<uint16_t>(tag | size << 8), cursor);
  }
  cursor = PutTagUnchecked(tag, cursor);
  return PutVarintUnchecked(size, cursor);
}

// Writes a whole record. `field_name` is for the log line about bad UTF-8,
// which is sent all the same.
template <class Kind>
inline uint8_t* PutRecordUnchecked(uint32_t tag, Argument<Kind> value,
                                   uint8_t* cursor,
                                   [[maybe_unused]] const char* field_name) {
  if constexpr (kIsText<Kind>) {
    cursor = PutTextHeadUnchecked(tag, value.size(), cursor);
    const uint64_t high_bits =
        wire::CopyStringForward(cursor, value.data(), value.size());
    if constexpr (Kind::kUtf8) {
      message::VerifyEncoded(high_bits, value.data(), value.size(), field_name);
    }
    return cursor + value.size();
  } else {
    cursor = PutTagUnchecked(tag, cursor);
    return PutScalarUnchecked<Kind>(value, cursor);
  }
}

template <class Kind>
inline void PutRecord(uint32_t tag, Argument<Kind> value, Output& out,
                      const char* field_name) {
  uint8_t* const cursor = out.Reserve(MaxRecordBytes<Kind>(value));
  if (BACKWIRE_UNLIKELY(cursor == nullptr)) return;
  out.set_cursor(PutRecordUnchecked<Kind>(tag, value, cursor, field_name));
}

// The payloads of count values, one after the other.
template <class Kind, class Value>
void PutPayloads(const Value* values, size_t count, Output& out) {
  if constexpr (Kind::kWireType != wire::kVarint) {
    const size_t size = count * sizeof(Value);
    uint8_t* const cursor = out.Reserve(size);
    if (cursor == nullptr || count == 0) return;
    std::memcpy(cursor, values, size);
    out.set_cursor(cursor + size);
  } else {
    constexpr size_t kBatch = 64;
    for (size_t at = 0; at < count;) {
      uint8_t* cursor = out.Reserve(kBatch * Kind::kMaxBytes);
      if (cursor == nullptr) return;
      const size_t batch_end = std::min(count, at + kBatch);
      for (; at < batch_end; ++at) {
        cursor = PutVarintUnchecked(Kind::ToWire(values[at]), cursor);
      }
      out.set_cursor(cursor);
    }
  }
}

// Nothing for no values, as stock does.
template <class Kind, class Value>
void PutPacked(uint32_t tag, const Value* values, size_t count, Output& out) {
  if (count == 0) return;
  const OpenLength length = out.OpenLengthOf(tag);
  PutPayloads<Kind>(values, count, out);
  out.CloseLengthOf(length);
}

// The names of a map's key and value, for the log.
struct EntryNames {
  const char* key;
  const char* value;
};

// A map entry with a value that is no message: its size is known beforehand.
template <class Key, class Value>
inline void PutEntry(uint32_t tag, Argument<Key> key, Argument<Value> value,
                     Output& out, const EntryNames& names) {
  constexpr uint32_t kKeyTag = wire::MakeTag(1, kWireTypeOf<Key>);
  constexpr uint32_t kValueTag = wire::MakeTag(2, kWireTypeOf<Value>);
  uint8_t* cursor =
      out.Reserve(wire::kMaxTagBytes + wire::kMaxVarintBytes +
                  MaxRecordBytes<Key>(key) + MaxRecordBytes<Value>(value));
  if (BACKWIRE_UNLIKELY(cursor == nullptr)) return;
  cursor = PutTextHeadUnchecked(
      tag, 2 + PayloadBytes<Key>(key) + PayloadBytes<Value>(value), cursor);
  cursor = PutRecordUnchecked<Key>(kKeyTag, key, cursor, names.key);
  cursor = PutRecordUnchecked<Value>(kValueTag, value, cursor, names.value);
  out.set_cursor(cursor);
}

}  // namespace backwire::builder

#endif  // BACKWIRE_BUILDER_FIELD_H_
