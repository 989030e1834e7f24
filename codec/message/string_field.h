// Fields of type string and bytes.
#ifndef BACKWIRE_MESSAGE_STRING_FIELD_H_
#define BACKWIRE_MESSAGE_STRING_FIELD_H_

#include <string>
#include <string_view>
#include <utility>

#include "backwire/message/repeated.h"
#include "backwire/wire/copy.h"
#include "google/protobuf/repeated_field.h"

namespace backwire::message {

// Kinds of LEN fields that hold bytes. kUtf8 says whether they are checked:
// strings of proto3 are, those of proto2 and all bytes are not.
struct Utf8String {
  static constexpr bool kUtf8 = true;
  using Value = std::string;
};
struct RawString {
  static constexpr bool kUtf8 = false;
  using Value = std::string;
};
using Bytes = RawString;

// Tell of bytes that are no UTF-8, as stock does and in its words: a warning in
// its log, here for text about to be sent ...
void LogInvalidUtf8Encoded(const char* data, size_t size,
                           const char* field_name);
// ... and here for text that was received, which is refused.
void LogInvalidUtf8Decoded(const char* data, size_t size,
                           const char* field_name);

// Invalid text is sent all the same: to fail would end the server.
inline void VerifyEncoded(uint64_t high_bits, const char* data, size_t size,
                          const char* field_name) {
  if (BACKWIRE_LIKELY(high_bits == 0)) return;
  if (wire::IsValidUtf8Slow(data, size)) return;
  LogInvalidUtf8Encoded(data, size, field_name);
}

// The same for text of that kind, if it has to be UTF-8.
template <class Kind>
inline void VerifyEncodedAs(uint64_t high_bits, std::string_view value,
                            const char* field_name) {
  if constexpr (Kind::kUtf8) {
    VerifyEncoded(high_bits, value.data(), value.size(), field_name);
  }
}

// Writes tag and length, for which the caller has reserved: a length of one
// byte ...
template <uint32_t kTag>
inline uint8_t* WriteShortLengthAndTagUnchecked(size_t size, uint8_t* cursor) {
  if constexpr (kTag < 0x80) {
    return wire::WriteFixedUnchecked(static_cast<uint16_t>(kTag | size << 8),
                                     cursor);
  }
  *--cursor = static_cast<uint8_t>(size);
  return wire::WriteTagUnchecked<kTag>(cursor);
}

// ... and any.
template <uint32_t kTag>
inline uint8_t* WriteLengthAndTagUnchecked(size_t size, uint8_t* cursor) {
  if (BACKWIRE_LIKELY(size < 0x80)) {
    return WriteShortLengthAndTagUnchecked<kTag>(size, cursor);
  }
  cursor = wire::WriteVarintUnchecked(size, cursor);
  return wire::WriteTagUnchecked<kTag>(cursor);
}

// Tag and length of a record take at most so many bytes.
inline constexpr size_t kMaxHeadBytes =
    wire::kMaxTagBytes + wire::kMaxVarintBytes;

// Writes a record for which the caller has reserved the string's size,
// kMaxHeadBytes and wire::kCopySlackBytes.
template <class Kind, uint32_t kNumber>
inline uint8_t* WriteStringUnchecked(std::string_view value, uint8_t* cursor,
                                     const char* field_name) {
  const size_t size = value.size();
  if constexpr (Kind::kUtf8) {
    VerifyEncoded(wire::CopyString(cursor, value.data(), size), value.data(),
                  size, field_name);
  } else {
    wire::CopyUnchecked(cursor, value.data(), size);
  }
  return WriteLengthAndTagUnchecked<wire::MakeTag(kNumber, wire::kLen)>(
      size, cursor - size);
}

// A string for which the current block has no room.
template <class Kind, uint32_t kNumber>
BACKWIRE_NOINLINE uint8_t* EncodeStringChained(std::string_view value,
                                               uint8_t* cursor,
                                               wire::BackwardWriter& writer,
                                               const char* field_name) {
  if (Kind::kUtf8 && !wire::IsValidUtf8(value.data(), value.size())) {
    LogInvalidUtf8Encoded(value.data(), value.size(), field_name);
  }
  cursor = writer.WriteBytes(cursor, value.data(), value.size());
  cursor = writer.Reserve(cursor, kMaxHeadBytes);
  return WriteLengthAndTagUnchecked<wire::MakeTag(kNumber, wire::kLen)>(
      value.size(), cursor);
}

// Writes the record of one value. `field_name` is for the log.
template <class Kind, uint32_t kNumber>
inline uint8_t* EncodeString(std::string_view value, uint8_t* cursor,
                             wire::BackwardWriter& writer,
                             const char* field_name) {
  if (BACKWIRE_LIKELY(writer.FreeBytes(cursor) >=
                      value.size() + kMaxHeadBytes + wire::kCopySlackBytes)) {
    return WriteStringUnchecked<Kind, kNumber>(value, cursor, field_name);
  }
  return EncodeStringChained<Kind, kNumber>(value, cursor, writer, field_name);
}

// For fields without presence: nothing for the empty string.
template <class Kind, uint32_t kNumber>
inline uint8_t* EncodeImplicitString(std::string_view value, uint8_t* cursor,
                                     wire::BackwardWriter& writer,
                                     const char* field_name) {
  if (value.empty()) return cursor;
  return EncodeString<Kind, kNumber>(value, cursor, writer, field_name);
}

template <class Kind, uint32_t kNumber>
uint8_t* EncodeRepeatedString(
    const ::google::protobuf::RepeatedPtrField<std::string>& field,
    uint8_t* cursor, wire::BackwardWriter& writer, const char* field_name) {
  for (int i = field.size() - 1; i >= 0; --i) {
    cursor =
        EncodeString<Kind, kNumber>(field.Get(i), cursor, writer, field_name);
  }
  return cursor;
}

// Checks text that has been read; `end` is the position behind it.
template <class Kind>
inline const char* VerifyDecoded(const char* data, size_t size, const char* end,
                                 wire::WireReader& reader,
                                 const char* field_name) {
  if constexpr (Kind::kUtf8) {
    if (BACKWIRE_UNLIKELY(!wire::IsValidUtf8(data, size))) {
      LogInvalidUtf8Decoded(data, size, field_name);
      return reader.Fail(wire::DecodeErrorKind::kInvalidUtf8, end);
    }
  }
  return end;
}

// Reads one value into *out, replacing what is there.
template <class Kind>
inline const char* DecodeString(std::string* out, const char* ptr,
                                wire::WireReader& reader,
                                const char* field_name) {
  size_t size_bytes;
  ptr = reader.ReadLength(ptr, &size_bytes);
  if (BACKWIRE_UNLIKELY(ptr == nullptr)) return nullptr;
  ptr = reader.ReadString(ptr, size_bytes, out);
  if (BACKWIRE_UNLIKELY(ptr == nullptr)) return nullptr;
  return VerifyDecoded<Kind>(out->data(), out->size(), ptr, reader, field_name);
}

// For fields that have no std::string to read into: hands the value to `set`.
template <class Kind, class Set>
const char* DecodeStringTo(const char* ptr, wire::WireReader& reader,
                           const char* field_name, Set&& set) {
  std::string text;
  ptr = DecodeString<Kind>(&text, ptr, reader, field_name);
  if (ptr != nullptr) set(std::move(text));
  return ptr;
}

// Reads the values of a run of records, the first tag being read already.
template <class Kind, uint32_t kNumber>
const char* DecodeRepeatedString(
    ::google::protobuf::RepeatedPtrField<std::string>* field, const char* ptr,
    wire::WireReader& reader, const char* field_name) {
  do {
    ptr = DecodeString<Kind>(field->Add(), ptr, reader, field_name);
  } while (ptr != nullptr &&
           reader.ConsumeTag(&ptr, wire::MakeTag(kNumber, wire::kLen)));
  return ptr;
}

}  // namespace backwire::message

#endif  // BACKWIRE_MESSAGE_STRING_FIELD_H_
