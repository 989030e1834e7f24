#include "backwire/testing/wire_scan.h"

#include <algorithm>

namespace backwire::testing {
namespace {

// Of the record's payload; false if it is cut off.
bool ScanPayload(std::string_view bytes, size_t size_bytes,
                 ScannedRecord* record) {
  if (bytes.size() < size_bytes) return false;
  record->payload = bytes.substr(0, size_bytes);
  record->size_bytes += size_bytes;
  return true;
}

bool ScanLen(std::string_view bytes, ScannedRecord* record) {
  if (!ScanVarint(bytes, wire::kMaxLengthBytes, &record->length)) return false;
  record->size_bytes += record->length.bytes.size();
  return ScanPayload(bytes.substr(record->length.bytes.size()),
                     record->length.value, record);
}

}  // namespace

bool ScanVarint(std::string_view bytes, size_t max_bytes,
                ScannedVarint* varint) {
  uint64_t value = 0;
  const size_t end = std::min(bytes.size(), max_bytes);
  for (size_t i = 0; i < end; ++i) {
    const auto byte = static_cast<uint8_t>(bytes[i]);
    value |= uint64_t{byte & 0x7fu} << (7 * i);
    if (byte < 0x80) {
      *varint = {value, bytes.substr(0, i + 1)};
      return true;
    }
  }
  return false;
}

bool ScanRecord(std::string_view bytes, ScannedRecord* record) {
  *record = {};
  if (!ScanVarint(bytes, wire::kMaxTagBytes, &record->tag) ||
      record->tag.value > 0xffffffff) {
    return false;
  }
  record->size_bytes = record->tag.bytes.size();
  bytes.remove_prefix(record->size_bytes);
  switch (record->tag.value & 7) {
    case wire::kVarint:
      if (!ScanVarint(bytes, wire::kMaxVarintBytes, &record->value)) {
        return false;
      }
      record->size_bytes += record->value.bytes.size();
      return true;
    case wire::kI64:
      return ScanPayload(bytes, 8, record);
    case wire::kLen:
      return ScanLen(bytes, record);
    case wire::kSGroup:
    case wire::kEGroup:
      return true;
    case wire::kI32:
      return ScanPayload(bytes, 4, record);
    default:
      return false;
  }
}

}  // namespace backwire::testing
