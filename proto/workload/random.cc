#include "proto/workload/random.h"

namespace backwire::workload {

uint64_t HashText(absl::string_view text) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  }
  return Mix64(hash);
}

void AppendHex(uint64_t value, int digits, std::string* out) {
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) {
    out->push_back("0123456789abcdef"[(value >> shift) & 0xf]);
  }
}

std::string MakeUuid(uint64_t high, uint64_t low) {
  std::string uuid;
  uuid.reserve(36);
  AppendHex(high >> 32, 8, &uuid);
  uuid.push_back('-');
  AppendHex(high >> 16, 4, &uuid);
  uuid.push_back('-');
  AppendHex(high, 4, &uuid);
  uuid.push_back('-');
  AppendHex(low >> 48, 4, &uuid);
  uuid.push_back('-');
  AppendHex(low, 12, &uuid);
  return uuid;
}

}  // namespace backwire::workload
