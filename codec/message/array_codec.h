// Encodes to and decodes from plain memory, without gRPC, for message types
// that have generated code.
#ifndef BACKWIRE_MESSAGE_ARRAY_CODEC_H_
#define BACKWIRE_MESSAGE_ARRAY_CODEC_H_

#include <string>

#include "backwire/message/message_codec.h"
#include "backwire/wire/chain_source.h"
#include "backwire/wire/span_source.h"
#include "backwire/wire/wire_reader.h"

namespace backwire {

struct EncodeOptions {
  // Map entries in the order of their keys; the bytes then equal stock's
  // deterministic ones.
  bool deterministic = false;
};

// Where a message stands in the caller's memory.
struct EncodedSpan {
  // The first byte; nullptr if the memory was too small.
  uint8_t* data;
  // The message's size, also if the memory was too small.
  size_t size_bytes;
};

// Encodes `msg` into memory[0, capacity_bytes), at its end: the message is the
// last size_bytes bytes. Required fields are not checked.
template <class M>
EncodedSpan EncodeToSpan(const M& msg, uint8_t* memory, size_t capacity_bytes,
                         const EncodeOptions& options = {}) {
  static_assert(MessageCodec<M>::kGenerated);
  wire::SpanSource source(memory, memory + capacity_bytes);
  wire::BackwardWriter writer(&source, options.deterministic);
  uint8_t* const first = writer.BeginIn(source.FirstBlock());
  uint8_t* const cursor = MessageCodec<M>::Encode(msg, first, writer);
  source.CloseBlock(cursor);
  return {source.message(), writer.WrittenBytes(cursor)};
}

// Appends the encoded `msg` to *out. Required fields are not checked.
template <class M>
void AppendEncoded(const M& msg, std::string* out,
                   const EncodeOptions& options = {}) {
  static_assert(MessageCodec<M>::kGenerated);
  wire::ChainSource source;
  wire::BackwardWriter writer(&source, options.deterministic);
  writer.Finish(MessageCodec<M>::Encode(msg, writer.Begin(), writer));
  source.AppendTo(out);
}

// Merges the input of `reader` into *msg. False: reader.error() says what is
// wrong, and the content of *msg is unspecified. Required fields are not
// checked.
template <class M>
[[nodiscard]] bool MergeDecoded(M* msg, wire::WireReader& reader) {
  static_assert(MessageCodec<M>::kGenerated);
  const char* ptr = reader.Begin();
  if (ptr != nullptr) ptr = MessageCodec<M>::Decode(*msg, ptr, reader);
  return reader.Finish(ptr) != nullptr;
}

// Replaces *msg by the message in data[0, size_bytes). False: it is malformed,
// *error (if given) says where, and the content of *msg is unspecified.
// Required fields are not checked.
template <class M>
[[nodiscard]] bool DecodeFromArray(M* msg, const char* data, size_t size_bytes,
                                   wire::DecodeError* error = nullptr) {
  msg->Clear();
  wire::WireReader reader(data, size_bytes);
  const bool ok = MergeDecoded(msg, reader);
  if (error != nullptr) *error = reader.error();
  return ok;
}

}  // namespace backwire

#endif  // BACKWIRE_MESSAGE_ARRAY_CODEC_H_
