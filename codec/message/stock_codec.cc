#include "backwire/message/stock_codec.h"

#include <string>

#include "backwire/message/unknown_fields.h"
#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"

namespace backwire::message {
namespace {

using ::google::protobuf::MessageLite;
using ::google::protobuf::io::CodedInputStream;
using ::google::protobuf::io::CodedOutputStream;
using ::google::protobuf::io::StringOutputStream;

// Writes the message whole, then copies it: for messages that do not fit into
// the current block, and for determinism that the process's default does not
// give.
uint8_t* EncodeThroughString(const MessageLite& msg, uint8_t* cursor,
                             wire::BackwardWriter& writer) {
  std::string bytes;
  {
    StringOutputStream stream(&bytes);
    CodedOutputStream coded(&stream);
    coded.SetSerializationDeterministic(writer.deterministic());
    (void)msg.SerializePartialToCodedStream(&coded);
  }
  return writer.WriteBytes(cursor, bytes.data(), bytes.size());
}

const char* MergeContiguous(MessageLite* msg, const char* data, size_t size,
                            wire::WireReader& reader) {
  CodedInputStream input(reinterpret_cast<const uint8_t*>(data),
                         static_cast<int>(size));
  input.SetRecursionLimit(reader.depth_left());
  return msg->MergePartialFromCodedStream(&input) &&
                 input.ConsumedEntireMessage()
             ? data + size
             : nullptr;
}

// Merges `size` bytes at `ptr`. A payload that is cut by a piece's end is
// joined first.
const char* MergePayload(MessageLite* msg, const char* ptr, size_t size,
                         wire::WireReader& reader) {
  if (reader.IsContiguous(ptr, size)) {
    const char* const end = MergeContiguous(msg, ptr, size, reader);
    if (end != nullptr) return end;
    return reader.Fail(wire::DecodeErrorKind::kSubmessage, ptr);
  }
  std::string joined;
  ptr = reader.ReadString(ptr, size, &joined);
  if (ptr == nullptr) return nullptr;
  if (MergeContiguous(msg, joined.data(), size, reader) != nullptr) return ptr;
  return reader.Fail(wire::DecodeErrorKind::kSubmessage, ptr);
}

}  // namespace

uint8_t* EncodeByStock(const MessageLite& msg, uint8_t* cursor,
                       wire::BackwardWriter& writer) {
  const bool as_process_does =
      writer.deterministic() ==
      CodedOutputStream::IsDefaultSerializationDeterministic();
  const size_t size = msg.ByteSizeLong();
  if (!as_process_does || size > writer.FreeBytes(cursor)) {
    return EncodeThroughString(msg, cursor, writer);
  }
  cursor -= size;
  (void)msg.SerializeWithCachedSizesToArray(cursor);
  return cursor;
}

const char* DecodeMessageByStock(MessageLite* msg, const char* ptr,
                                 wire::WireReader& reader) {
  size_t size_bytes;
  ptr = reader.ReadLength(ptr, &size_bytes);
  if (ptr == nullptr) return nullptr;
  if (reader.depth_left() <= 0) {
    return reader.Fail(wire::DecodeErrorKind::kTooDeep, ptr);
  }
  return reader.WithDepth(
      [&] { return MergePayload(msg, ptr, size_bytes, reader); });
}

const char* DecodeGroupByStock(MessageLite* msg, uint32_t start_tag,
                               const char* ptr, wire::WireReader& reader) {
  // Stock reads a group only from its own stream, so the group's fields are
  // read generically, written in canonical form and merged.
  ::google::protobuf::UnknownFieldSet fields;
  ptr = DecodeUnknownFieldTo(&fields, start_tag, ptr, reader);
  if (ptr == nullptr) return nullptr;
  std::string bytes;
  if (!fields.field(0).group().SerializeToString(&bytes)) {
    return reader.Fail(wire::DecodeErrorKind::kSubmessage, ptr);
  }
  return reader.WithDepth([&]() -> const char* {
    if (MergeContiguous(msg, bytes.data(), bytes.size(), reader) != nullptr) {
      return ptr;
    }
    return reader.Fail(wire::DecodeErrorKind::kSubmessage, ptr);
  });
}

}  // namespace backwire::message
