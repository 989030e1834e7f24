// The inputs of the targets `bytes` and `records`:
//
//   input  := type (2 bytes, little-endian) memory cut piece message
//   type   := an index of FuzzTypes(), modulo their number
//   memory, cut, piece := the parts of Feeding, a byte each
#ifndef BACKWIRE_TESTING_FUZZ_INPUT_H_
#define BACKWIRE_TESTING_FUZZ_INPUT_H_

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "backwire/testing/fuzz/checks.h"
#include "backwire/testing/fuzz/fuzz_types.h"

namespace backwire::fuzz {

inline constexpr size_t kHeaderBytes = 5;

// An input that is shorter than a header is filled up with zeros.
struct Input {
  const FuzzType* type;
  Feeding feeding;
  std::string_view bytes;  // borrowed from the input
};
Input ParseInput(std::string_view input);

std::string MakeInput(size_t type_index, const Feeding& feeding,
                      std::string_view bytes);

// Of every corpus file of a known type, and for every type the empty message,
// a record of each field, and a few random messages.
std::vector<std::string> InputSeeds(const std::filesystem::path& corpus);

}  // namespace backwire::fuzz

#endif  // BACKWIRE_TESTING_FUZZ_INPUT_H_
