// TypeCodec: the generated code of one message type, in the form that the
// registry keeps. Generated .backwire.cc files make one for each type and
// register them when the program starts.
#ifndef BACKWIRE_MESSAGE_TYPE_CODEC_H_
#define BACKWIRE_MESSAGE_TYPE_CODEC_H_

#include <cstddef>
#include <cstdint>
#include <typeinfo>
#include <vector>

#include "backwire/message/message_codec.h"
#include "google/protobuf/message.h"

namespace backwire {

// Immutable; lives as long as the process.
struct TypeCodec {
  const std::type_info* type;
  // "candidates.v1.Candidate".
  const char* full_name;
  const ::google::protobuf::Descriptor* (*descriptor)();
  // True if the message, or one that it can hold, has required fields.
  bool has_required_fields;
  // As MessageCodec<M>::Encode and Decode. The message must be of the type.
  uint8_t* (*encode)(const ::google::protobuf::MessageLite& msg,
                     uint8_t* cursor, wire::BackwardWriter& writer);
  const char* (*decode)(::google::protobuf::MessageLite& msg, const char* ptr,
                        wire::WireReader& reader);
};

template <class M>
TypeCodec MakeTypeCodec(const char* full_name, bool has_required_fields) {
  TypeCodec codec;
  codec.type = &typeid(M);
  codec.full_name = full_name;
  codec.descriptor = [] { return M::descriptor(); };
  codec.has_required_fields = has_required_fields;
  codec.encode = [](const ::google::protobuf::MessageLite& msg, uint8_t* cursor,
                    wire::BackwardWriter& writer) {
    return MessageCodec<M>::Encode(static_cast<const M&>(msg), cursor, writer);
  };
  codec.decode = [](::google::protobuf::MessageLite& msg, const char* ptr,
                    wire::WireReader& reader) {
    return MessageCodec<M>::Decode(static_cast<M&>(msg), ptr, reader);
  };
  return codec;
}

// Adds the types to those that RegisteredTypeCodecs() returns. The array must
// live as long as the process. Thread-safe. Returns true, so that a global's
// initialiser can call it.
bool RegisterTypeCodecs(const TypeCodec* codecs, size_t count);

// All types registered so far. Thread-safe.
std::vector<const TypeCodec*> RegisteredTypeCodecs();

}  // namespace backwire

#endif  // BACKWIRE_MESSAGE_TYPE_CODEC_H_
