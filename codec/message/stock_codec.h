// The primary MessageCodec: messages that have no generated code (well-known
// types, files that the plugin did not run on, kinds that it leaves to stock)
// are encoded and decoded by stock, inside messages that have.
#ifndef BACKWIRE_MESSAGE_STOCK_CODEC_H_
#define BACKWIRE_MESSAGE_STOCK_CODEC_H_

#include "backwire/message/message_codec.h"
#include "backwire/wire/backward_writer.h"
#include "backwire/wire/wire_reader.h"
#include "google/protobuf/message_lite.h"

namespace backwire {
namespace message {

uint8_t* EncodeByStock(const ::google::protobuf::MessageLite& msg,
                       uint8_t* cursor, wire::BackwardWriter& writer);

// Merges the LEN payload whose length is at `ptr`.
const char* DecodeMessageByStock(::google::protobuf::MessageLite* msg,
                                 const char* ptr, wire::WireReader& reader);

// Merges the group whose SGROUP tag, `start_tag`, has been read.
const char* DecodeGroupByStock(::google::protobuf::MessageLite* msg,
                               uint32_t start_tag, const char* ptr,
                               wire::WireReader& reader);

}  // namespace message

template <class M>
struct MessageCodec {
  static constexpr bool kGenerated = false;
  static uint8_t* Encode(const M& msg, uint8_t* cursor,
                         wire::BackwardWriter& writer) {
    return message::EncodeByStock(msg, cursor, writer);
  }
};

}  // namespace backwire

#endif  // BACKWIRE_MESSAGE_STOCK_CODEC_H_
