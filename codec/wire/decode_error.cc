#include "backwire/wire/decode_error.h"

namespace backwire::wire {

const char* Describe(DecodeErrorKind kind) {
  switch (kind) {
    case DecodeErrorKind::kNone:
      return "no error";
    case DecodeErrorKind::kTruncated:
      return "input ends inside a record";
    case DecodeErrorKind::kVarintTooLong:
      return "varint too long";
    case DecodeErrorKind::kLengthTooLarge:
      return "length larger than what is left of the message";
    case DecodeErrorKind::kPastEnd:
      return "record runs past the end of its message";
    case DecodeErrorKind::kInvalidTag:
      return "invalid field number or wire type";
    case DecodeErrorKind::kGroupMismatch:
      return "group that is not closed, or not open";
    case DecodeErrorKind::kTooDeep:
      return "nested too deep";
    case DecodeErrorKind::kInvalidUtf8:
      return "invalid UTF-8 in a string";
    case DecodeErrorKind::kPackedSize:
      return "packed payload that is no whole number of values";
    case DecodeErrorKind::kSubmessage:
      return "malformed submessage";
    case DecodeErrorKind::kMissingRequired:
      return "missing required field";
  }
  return "unknown error";
}

}  // namespace backwire::wire
