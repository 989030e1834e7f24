// The decoders and encoders that the fuzz targets hold against stock. A further
// one is one entry in Decoders() or Encoders(), in codecs.cc.
#ifndef BACKWIRE_TESTING_FUZZ_CODECS_H_
#define BACKWIRE_TESTING_FUZZ_CODECS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "backwire/testing/fuzz/fuzz_types.h"
#include "backwire/testing/fuzz/guarded_memory.h"
#include "backwire/wire/backward_writer.h"
#include "backwire/wire/decode_error.h"
#include "google/protobuf/message.h"

namespace backwire::fuzz {

// Where the message to decode into comes from.
enum class Memory : uint8_t { kReused, kFresh, kArena };

// What a decoder made of one input.
struct Decoded {
  bool accepted = false;
  // Set if the input was refused.
  wire::DecodeError error;
  // If it was accepted: stock's deterministic bytes of the message.
  std::string bytes;
  // What else is wrong.
  std::string problem;
  // If the decoder makes a message of the type: it, until the next call.
  const ::google::protobuf::Message* msg = nullptr;
};

struct Decoder {
  std::string_view name;
  // Whether verdict and message are stock's for this type.
  bool (*covers)(const FuzzType& type);
  // Fills the empty *decoded. A decoder that makes no message need not heed
  // `memory`.
  void (*decode)(const FuzzType& type, const SlicedInput& input, Memory memory,
                 Decoded* decoded);
};

struct Encoder {
  std::string_view name;
  bool (*covers)(const FuzzType& type);
  // Writes the message below `cursor` and returns the new cursor.
  uint8_t* (*encode)(const FuzzType& type,
                     const ::google::protobuf::Message& msg, uint8_t* cursor,
                     wire::BackwardWriter& writer);
};

const std::vector<Decoder>& Decoders();
const std::vector<Encoder>& Encoders();

// An empty message of the prototype's class, until the next call for it.
::google::protobuf::Message* EmptyMessage(
    const ::google::protobuf::Message& prototype, Memory memory);

// Replaces *out by what stock writes.
void WriteByStock(const ::google::protobuf::Message& msg, bool deterministic,
                  std::string* out);

// Merges the bytes into *msg by stock.
bool ReadByStock(std::string_view bytes, ::google::protobuf::Message* msg);

}  // namespace backwire::fuzz

#endif  // BACKWIRE_TESTING_FUZZ_CODECS_H_
