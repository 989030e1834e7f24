// Where random tests take their choices from: a seed, or the bytes of an input,
// so that a fuzzer that changes a byte changes one choice.
#ifndef BACKWIRE_TESTING_CHOICES_H_
#define BACKWIRE_TESTING_CHOICES_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <string_view>

namespace backwire::testing {

// The same seed or bytes make the same choices on every machine. Not
// thread-safe.
class Choices {
 public:
  explicit Choices(uint32_t seed);
  // Borrows the bytes. When they are used up every choice is 0.
  explicit Choices(std::string_view bytes) : bytes_(bytes) {}

  // A number below `bound`, which is not 0. From bytes it takes as many as the
  // bound has.
  uint32_t Below(uint32_t bound);

  uint32_t Next32();
  uint64_t Next64() {
    const uint64_t high = Next32();
    return high << 32 | Next32();
  }

 private:
  uint32_t Take(size_t size_bytes);

  // Its sequence is fixed by the standard, unlike that of distributions.
  std::unique_ptr<std::mt19937> random_;
  std::string_view bytes_;
};

}  // namespace backwire::testing

#endif  // BACKWIRE_TESTING_CHOICES_H_
