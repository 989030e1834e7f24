// libFuzzer's hooks for the target `records`.
#include <algorithm>
#include <cstdint>
#include <string>

#include "backwire/testing/choices.h"
#include "backwire/testing/fuzz/input.h"
#include "backwire/testing/fuzz/record_mutator.h"

// libFuzzer's own changes, which know nothing of the format.
extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

namespace backwire::fuzz {
namespace {

// A generator whose start costs nothing: a mutation makes a few choices.
class FewChoices {
 public:
  explicit FewChoices(uint32_t seed) {
    uint64_t state = seed;
    for (char& byte : bytes_) {
      state = state * 6364136223846793005 + 1442695040888963407;
      byte = static_cast<char>(state >> 56);
    }
  }
  testing::Choices choices() const {
    return testing::Choices(std::string_view(bytes_, sizeof(bytes_)));
  }

 private:
  char bytes_[256];
};

size_t CopyOut(const std::string& input, uint8_t* data, size_t max_size) {
  const size_t size = std::min(input.size(), max_size);
  std::copy_n(input.data(), size, data);
  return size;
}

}  // namespace
}  // namespace backwire::fuzz

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size,
                                          size_t max_size, unsigned int seed) {
  using namespace backwire::fuzz;
  const FewChoices few(seed);
  backwire::testing::Choices choices = few.choices();
  if (size < kHeaderBytes || choices.Below(10) == 0) {
    return LLVMFuzzerMutate(data, size, max_size);
  }
  std::string input(reinterpret_cast<char*>(data), size);
  // The type seldom: what was found for one means little to another.
  if (choices.Below(40) == 0) {
    input[0] = static_cast<char>(choices.Below(256));
  }
  for (size_t i = 2; i < kHeaderBytes; ++i) {
    if (choices.Below(4) == 0) input[i] = static_cast<char>(choices.Below(256));
  }
  std::string bytes = input.substr(kHeaderBytes);
  for (uint32_t i = 1 + choices.Below(3); i > 0; --i) {
    MutateRecords(*ParseInput(input).type, choices, &bytes);
  }
  return CopyOut(input.substr(0, kHeaderBytes) + bytes, data, max_size);
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t* data1, size_t size1,
                                            const uint8_t* data2, size_t size2,
                                            uint8_t* out, size_t max_out_size,
                                            unsigned int seed) {
  using namespace backwire::fuzz;
  if (size1 < kHeaderBytes || size2 < kHeaderBytes) return 0;
  const FewChoices few(seed);
  backwire::testing::Choices choices = few.choices();
  const std::string_view one(reinterpret_cast<const char*>(data1), size1);
  const std::string_view two(reinterpret_cast<const char*>(data2), size2);
  std::string input(one.substr(0, kHeaderBytes));
  input += SpliceRecords(one.substr(kHeaderBytes), two.substr(kHeaderBytes),
                         choices);
  return CopyOut(input, out, max_out_size);
}
