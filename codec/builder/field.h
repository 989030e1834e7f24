// How the records of fields are written at an output's cursor. All functions
// take the tag as a value; where the compiler knows it, as in generated code,
// it becomes a store. They write nothing once the message is too large.
#ifndef BACKWIRE_BUILDER_FIELD_H_
#define BACKWIRE_BUILDER_FIELD_H_

#include <algorithm>

#include "backwire/builder/output.h"
#include "backwire/builder/text.h"
#include "backwire/message/kinds.h"
#include "backwire/message/string_field.h"
#include "backwire/wire/forward_copy.h"
#include "backwire/wire/packed_varint.h"

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

// Looks at a text that is not ASCII; returns `end`.
BACKWIRE_NOINLINE inline uint8_t* VerifyText(Text value, const char* field_name,
                                             uint8_t* end) {
  message::VerifyEncoded(1, value.data(), value.size(), field_name);
  return end;
}

template <class Kind>
inline uint8_t* EndText(uint64_t high_bits, Text value,
                        [[maybe_unused]] const char* field_name, uint8_t* end) {
  if constexpr (Kind::kUtf8) {
    if (BACKWIRE_UNLIKELY(high_bits != 0)) {
      return VerifyText(value, field_name, end);
    }
  }
  return end;
}

template <class Kind>
BACKWIRE_ALWAYS_INLINE uint8_t* PutAnyTextUnchecked(uint32_t tag, Text value,
                                                    uint8_t* cursor,
                                                    const char* field_name) {
  cursor = PutTextHeadUnchecked(tag, value.size(), cursor);
  if constexpr (!Kind::kUtf8) {
    wire::CopyUncheckedForward(cursor, value.data(), value.size());
    return cursor + value.size();
  }
  return EndText<Kind>(
      wire::CopyStringForward(cursor, value.data(), value.size()), value,
      field_name, cursor + value.size());
}

// The next three are for texts of all lengths, of 33 to 127 bytes, and of 1 to
// 32. Each calls the one before for what it does not take, and all that is
// rare, as the last thing that it does: so no registers are saved for what is
// done most.
template <class Kind>
BACKWIRE_NOINLINE uint8_t* PutOddTextUnchecked(uint32_t tag, Text value,
                                               uint8_t* cursor,
                                               const char* field_name) {
  return PutAnyTextUnchecked<Kind>(tag, value, cursor, field_name);
}

template <class Kind>
BACKWIRE_NOINLINE uint8_t* PutLongTextUnchecked(uint32_t tag, Text value,
                                                uint8_t* cursor,
                                                const char* field_name) {
  const size_t size = value.size();
  if (BACKWIRE_UNLIKELY((tag | size) >= 0x80 || size <= 32)) {
    return PutOddTextUnchecked<Kind>(tag, value, cursor, field_name);
  }
  cursor = PutTextHeadUnchecked(tag, size, cursor);
  return EndText<Kind>(wire::CopyLong(cursor, value.data(), size), value,
                       field_name, cursor + size);
}

template <class Kind>
BACKWIRE_NOINLINE uint8_t* PutTextUnchecked(uint32_t tag, Text value,
                                            uint8_t* cursor,
                                            const char* field_name) {
  const size_t size = value.size();
  if (BACKWIRE_UNLIKELY(tag >= 0x80 ||
                        !wire::IsShortCopy(value.data(), size))) {
    return PutLongTextUnchecked<Kind>(tag, value, cursor, field_name);
  }
  cursor = PutTextHeadUnchecked(tag, size, cursor);
  return EndText<Kind>(wire::CopyShort(cursor, value.data(), size), value,
                       field_name, cursor + size);
}

// Writes a whole record. `field_name` is for the log line about bad UTF-8,
// which is sent all the same.
template <class Kind>
BACKWIRE_ALWAYS_INLINE uint8_t* PutRecordUnchecked(
    uint32_t tag, Argument<Kind> value, uint8_t* cursor,
    [[maybe_unused]] const char* field_name) {
  if constexpr (kIsText<Kind>) {
    // A literal: its bytes become constants.
    if (__builtin_constant_p(value.size())) {
      return PutAnyTextUnchecked<Kind>(tag, value, cursor, field_name);
    }
    return PutTextUnchecked<Kind>(tag, value, cursor, field_name);
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

// Writes packed varints. The kernels go backward, and so through a buffer: the
// output needs no more room than the values take.
template <class Kind, class Value>
void PutVarints(const Value* values, size_t count, Output& out) {
  constexpr size_t kBatch = 256;
  uint8_t buffer[kBatch * Kind::kMaxBytes + wire::VarintKernels::kStepBytes];
  uint8_t* const end = buffer + sizeof(buffer);
  const auto encode =
      wire::BestVarintKernels().encode[static_cast<int>(Kind::kMapping)];
  for (size_t at = 0; at < count;) {
    size_t batch = std::min(count - at, kBatch);
    const Value* const begin = values + at;
    at += batch;
    const uint8_t* const encoded = encode(begin, &batch, buffer, end);
    const auto size = static_cast<size_t>(end - encoded);
    uint8_t* const cursor = out.Reserve(size);
    if (cursor == nullptr) return;
    std::memcpy(cursor, encoded, size);
    out.set_cursor(cursor + size);
  }
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
    PutVarints<Kind>(values, count, out);
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
