#include "backwire/testing/choices.h"

namespace backwire::testing {

Choices::Choices(uint32_t seed) : random_(new std::mt19937(seed)) {}

uint32_t Choices::Below(uint32_t bound) {
  if (random_ != nullptr) return static_cast<uint32_t>((*random_)() % bound);
  if (bound == 1) return 0;
  const size_t size_bytes = bound <= 0x100 ? 1 : bound <= 0x10000 ? 2 : 4;
  return Take(size_bytes) % bound;
}

uint32_t Choices::Next32() {
  return random_ != nullptr ? static_cast<uint32_t>((*random_)()) : Take(4);
}

uint32_t Choices::Take(size_t size_bytes) {
  uint32_t value = 0;
  for (; size_bytes > 0 && !bytes_.empty(); --size_bytes) {
    value = value << 8 | static_cast<uint8_t>(bytes_.front());
    bytes_.remove_prefix(1);
  }
  return value;
}

}  // namespace backwire::testing
