// What is wrong with an input, and where.
#ifndef BACKWIRE_WIRE_DECODE_ERROR_H_
#define BACKWIRE_WIRE_DECODE_ERROR_H_

#include <cstdint>

namespace backwire::wire {

enum class DecodeErrorKind {
  kNone,
  kTruncated,        // the input ends inside a record
  kVarintTooLong,    // no end within 10 bytes (tags and lengths: 5)
  kLengthTooLarge,   // a length prefix beyond the enclosing message
  kPastEnd,          // a record runs past the end of its message
  kInvalidTag,       // field number 0 or wire type 6 or 7
  kGroupMismatch,    // EGROUP without its SGROUP, or a group never closed
  kTooDeep,          // more than kMaxDepth levels
  kInvalidUtf8,      // in a field that is checked
  kPackedSize,       // a packed payload that is no whole number of values
  kSubmessage,       // stock refused a submessage that it decodes for us
  kMissingRequired,  // a required field is not set
};

// The first error of one decode. `offset_bytes` counts from the start of the
// outermost message; `field_number` is that of the innermost field concerned, 0
// if none is.
struct DecodeError {
  DecodeErrorKind kind = DecodeErrorKind::kNone;
  uint64_t offset_bytes = 0;
  uint32_t field_number = 0;
};

// A phrase for people: "varint too long".
const char* Describe(DecodeErrorKind kind);

}  // namespace backwire::wire

#endif  // BACKWIRE_WIRE_DECODE_ERROR_H_
