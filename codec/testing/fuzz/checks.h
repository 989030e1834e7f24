// The comparison with stock that every fuzz target makes. What differs comes
// back as text for people; empty text means no difference.
#ifndef BACKWIRE_TESTING_FUZZ_CHECKS_H_
#define BACKWIRE_TESTING_FUZZ_CHECKS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "backwire/testing/choices.h"
#include "backwire/testing/fuzz/codecs.h"
#include "backwire/testing/fuzz/fuzz_types.h"
#include "backwire/testing/pieces.h"

namespace backwire::fuzz {

// How one input is fed, besides whole.
struct Feeding {
  Memory memory = Memory::kReused;
  // Where it is cut in two, in 256ths of its size.
  uint8_t cut = 128;
  // It is also fed in pieces of so many bytes, 1 to 64.
  uint8_t piece_bytes = 1;
};

// Not thread-safe: what is used again for each input is kept in it.
class Checks {
 public:
  Checks() : Checks(Decoders(), Encoders()) {}
  // Borrows both for its life.
  Checks(const std::vector<Decoder>& decoders,
         const std::vector<Encoder>& encoders)
      : decoders_(decoders), encoders_(encoders) {}

  // Feeds the bytes to stock and to every decoder that covers the type, whole
  // and cut: one verdict, one message, and whoever can encode that message
  // writes stock's bytes.
  [[nodiscard]] std::string CheckDecode(const FuzzType& type,
                                        std::string_view bytes,
                                        const Feeding& feeding);

  // Encodes the message, of the type's prototype, by every encoder that covers
  // it: into blocks of many sizes, into a span of exactly the message's size
  // and into one that is too small by `missing_bytes` (or as far as there are
  // bytes). The bytes are stock's in deterministic mode, and mean the same in
  // the default mode. The message must be none of EmptyMessage()'s.
  [[nodiscard]] std::string CheckEncode(const FuzzType& type,
                                        const ::google::protobuf::Message& msg,
                                        size_t max_block_bytes,
                                        uint32_t block_seed,
                                        size_t missing_bytes);

  // The last accepted message or encoded message, in stock's deterministic
  // bytes.
  const std::string& expected() const { return expected_; }

 private:
  using Message = ::google::protobuf::Message;

  std::string CheckDecoder(const Decoder& decoder, const FuzzType& type,
                           Memory memory, bool accepted);
  std::string CheckReencoding(const FuzzType& type, const Message& msg);
  std::string CheckBlocks(const Encoder& encoder, const FuzzType& type,
                          const Message& msg, bool deterministic);
  std::string CheckSpan(const Encoder& encoder, const FuzzType& type,
                        const Message& msg, size_t capacity_bytes);
  // That actual_ means to stock what expected_ means.
  std::string CheckMeaning(const Encoder& encoder, const FuzzType& type);

  const std::vector<Decoder>& decoders_;
  const std::vector<Encoder>& encoders_;

  // Kept between inputs for their memory.
  std::string expected_;
  std::string actual_;
  std::string other_;
  Decoded decoded_;
  testing::Cuts cuts_;
  SlicedInput input_;
  TinyBlocks blocks_;
  GuardedMemory span_memory_;
};

}  // namespace backwire::fuzz

#endif  // BACKWIRE_TESTING_FUZZ_CHECKS_H_
