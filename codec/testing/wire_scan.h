// Takes wire bytes apart without reading them: each record keeps the bytes that
// it had, padded varints included. For tools that show or change inputs; an
// input need not be legal.
#ifndef BACKWIRE_TESTING_WIRE_SCAN_H_
#define BACKWIRE_TESTING_WIRE_SCAN_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "backwire/wire/wire_format.h"

namespace backwire::testing {

struct ScannedVarint {
  uint64_t value = 0;
  std::string_view bytes;
};

// A tag and what belongs to it. The tags of a group are records of their own.
struct ScannedRecord {
  uint32_t number() const { return static_cast<uint32_t>(tag.value >> 3); }
  wire::WireType type() const {
    return static_cast<wire::WireType>(tag.value & 7);
  }

  ScannedVarint tag;
  ScannedVarint value;       // of a VARINT
  ScannedVarint length;      // of a LEN
  std::string_view payload;  // of a LEN, I64 or I32
  size_t size_bytes = 0;
};

// A varint of 1 to `max_bytes` bytes at the start of `bytes`.
bool ScanVarint(std::string_view bytes, size_t max_bytes,
                ScannedVarint* varint);

// The record at the start of `bytes`, which it points into. False if none is
// there: a tag of more than 5 bytes or above 32 bits, wire type 6 or 7, a
// payload that is cut off.
bool ScanRecord(std::string_view bytes, ScannedRecord* record);

}  // namespace backwire::testing

#endif  // BACKWIRE_TESTING_WIRE_SCAN_H_
