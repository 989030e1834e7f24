// Fields that hold messages: LEN submessages and groups, generated or not.
#ifndef BACKWIRE_MESSAGE_SUBMESSAGE_FIELD_H_
#define BACKWIRE_MESSAGE_SUBMESSAGE_FIELD_H_

#include "backwire/message/repeated.h"
#include "backwire/message/stock_codec.h"
#include "google/protobuf/repeated_field.h"

namespace backwire::message {

template <uint32_t kNumber, class M>
inline uint8_t* EncodeSubmessage(const M& msg, uint8_t* cursor,
                                 wire::BackwardWriter& writer) {
  const size_t end = writer.WrittenBytes(cursor);
  cursor = MessageCodec<M>::Encode(msg, cursor, writer);
  return WriteLengthAndTag<wire::MakeTag(kNumber, wire::kLen)>(end, cursor,
                                                               writer);
}

template <uint32_t kNumber, class M>
uint8_t* EncodeRepeatedSubmessage(
    const ::google::protobuf::RepeatedPtrField<M>& field, uint8_t* cursor,
    wire::BackwardWriter& writer) {
  for (int i = field.size() - 1; i >= 0; --i) {
    cursor = EncodeSubmessage<kNumber>(field.Get(i), cursor, writer);
  }
  return cursor;
}

template <uint32_t kNumber, class M>
inline uint8_t* EncodeGroup(const M& msg, uint8_t* cursor,
                            wire::BackwardWriter& writer) {
  cursor = writer.Reserve(cursor, wire::kMaxTagBytes);
  cursor =
      wire::WriteTagUnchecked<wire::MakeTag(kNumber, wire::kEGroup)>(cursor);
  cursor = MessageCodec<M>::Encode(msg, cursor, writer);
  cursor = writer.Reserve(cursor, wire::kMaxTagBytes);
  return wire::WriteTagUnchecked<wire::MakeTag(kNumber, wire::kSGroup)>(cursor);
}

template <uint32_t kNumber, class M>
uint8_t* EncodeRepeatedGroup(
    const ::google::protobuf::RepeatedPtrField<M>& field, uint8_t* cursor,
    wire::BackwardWriter& writer) {
  for (int i = field.size() - 1; i >= 0; --i) {
    cursor = EncodeGroup<kNumber>(field.Get(i), cursor, writer);
  }
  return cursor;
}

// Merges one LEN payload into *msg.
template <class M>
inline const char* DecodeSubmessage(M* msg, const char* ptr,
                                    wire::WireReader& reader) {
  if constexpr (MessageCodec<M>::kGenerated) {
    return reader.ReadMessage(ptr, [msg, &reader](const char* p) {
      return MessageCodec<M>::Decode(*msg, p, reader);
    });
  } else {
    return DecodeMessageByStock(msg, ptr, reader);
  }
}

template <uint32_t kNumber, class M>
const char* DecodeRepeatedSubmessage(
    ::google::protobuf::RepeatedPtrField<M>* field, const char* ptr,
    wire::WireReader& reader) {
  do {
    ptr = DecodeSubmessage(field->Add(), ptr, reader);
  } while (ptr != nullptr &&
           reader.ConsumeTag(&ptr, wire::MakeTag(kNumber, wire::kLen)));
  return ptr;
}

// Merges the records of one group into *msg.
template <uint32_t kNumber, class M>
inline const char* DecodeGroup(M* msg, const char* ptr,
                               wire::WireReader& reader) {
  constexpr uint32_t kStartTag = wire::MakeTag(kNumber, wire::kSGroup);
  if constexpr (MessageCodec<M>::kGenerated) {
    return reader.ReadGroup(ptr, kStartTag, [msg, &reader](const char* p) {
      return MessageCodec<M>::Decode(*msg, p, reader);
    });
  } else {
    return DecodeGroupByStock(msg, kStartTag, ptr, reader);
  }
}

// The kind of a map's message values.
template <class M>
struct Submessage {
  using Value = M;
};

}  // namespace backwire::message

#endif  // BACKWIRE_MESSAGE_SUBMESSAGE_FIELD_H_
