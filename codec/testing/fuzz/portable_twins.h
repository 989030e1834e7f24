// Plain versions of what the wire layer does by tricks: byte by byte, with
// every bound checked, over input in one piece.
#ifndef BACKWIRE_TESTING_FUZZ_PORTABLE_TWINS_H_
#define BACKWIRE_TESTING_FUZZ_PORTABLE_TWINS_H_

#include <cstdint>
#include <string_view>

namespace backwire::fuzz {

// Well-formed UTF-8: no overlong forms, no surrogates, nothing above U+10FFFF.
bool TwinIsValidUtf8(std::string_view text);

// How a walk over records treats a LEN record: by its field number, so that
// inputs choose.
enum class LenUse : uint8_t { kString, kCopy, kSkip, kMessage, kPacked };
inline LenUse LenUseOf(uint32_t field_number) {
  return static_cast<LenUse>(field_number % 5);
}

// A digest of what was read, in order.
class Trace {
 public:
  void Add(uint64_t value) { hash_ = (hash_ ^ value) * 0x9e3779b97f4a7c15; }
  void Add(std::string_view bytes) {
    Add(bytes.size());
    for (const char byte : bytes) Add(static_cast<uint8_t>(byte));
  }
  uint64_t hash() const { return hash_; }

 private:
  uint64_t hash_ = 0x243f6a8885a308d3;
};

// Walks over the records of a message, adding to the trace tags, values, and
// what LEN records hold. False if the bytes are malformed; the trace means
// nothing then.
bool TwinWalk(std::string_view bytes, Trace* trace);

}  // namespace backwire::fuzz

#endif  // BACKWIRE_TESTING_FUZZ_PORTABLE_TWINS_H_
