#include "backwire/grpc/codec_calls.h"

#include <grpcpp/impl/codegen/proto_utils.h>

#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "backwire/grpc/buffer_chunks.h"
#include "backwire/grpc/slice_source.h"
#include "backwire/reflective/decode.h"
#include "backwire/reflective/encode.h"
#include "backwire/registry/log.h"
#include "backwire/registry/parity.h"
#include "backwire/wire/backward_writer.h"
#include "google/protobuf/io/coded_stream.h"

namespace backwire::grpc_glue {
namespace {

using ::google::protobuf::Message;
using ::google::protobuf::io::CodedOutputStream;
using ::grpc::ByteBuffer;
using ::grpc::Status;
using ::grpc::StatusCode;

// gRPC's functions take the message as a MessageLite whatever their type
// argument is. Under that name the seam has replaced them (see seam.cc); under
// this one they are gRPC's own.
struct ByStock;

// Whether stock would find all required fields set. Asked only of types that
// can have some: the walk is not free.
bool IsComplete(const MessageLite& msg, const TypeEntry& entry) {
  return !entry.codec->has_required_fields || msg.IsInitialized();
}

Status DecodeFailure(const TypeEntry& entry, const wire::DecodeError& error) {
  return Status(
      StatusCode::INTERNAL,
      absl::StrCat(entry.codec->full_name, ": ", wire::Describe(error.kind),
                   " at byte ", error.offset_bytes, ", field ",
                   error.field_number));
}

Status TooLarge(const TypeEntry& entry, size_t size_bytes) {
  return Status(StatusCode::INTERNAL,
                absl::StrCat(entry.codec->full_name, ": the message takes ",
                             size_bytes, " bytes, more than protobuf's limit ",
                             "of 2 GiB; send it in parts"));
}

// Stock logs a received message that lacks a required field; so do we, unless
// stock has done it already.
enum class LogMissing { kYes, kNo };

Status MissingRequired(const MessageLite& msg, const TypeEntry& entry,
                       LogMissing log) {
  const std::string fields = msg.InitializationErrorString();
  if (log == LogMissing::kYes) {
    Log(LogSeverity::kError,
        absl::StrCat("Can't parse message of type \"", entry.codec->full_name,
                     "\" because it is missing required fields: ", fields));
  }
  return Status(StatusCode::INTERNAL, fields);
}

// Reads the whole buffer by `decode(ptr, reader)`.
template <class Decode>
Status DecodeBuffer(ByteBuffer* buffer, const TypeEntry& entry,
                    MessageLite* msg, LogMissing log, Decode&& decode) {
  BufferChunks chunks(buffer);
  if (!chunks.status().ok()) return chunks.status();
  wire::WireReader reader(&chunks, buffer->Length());
  msg->Clear();
  const char* ptr = reader.Begin();
  if (ptr != nullptr) ptr = decode(ptr, reader);
  if (reader.Finish(ptr) == nullptr) {
    return DecodeFailure(entry, reader.error());
  }
  return IsComplete(*msg, entry) ? Status::OK
                                 : MissingRequired(*msg, entry, log);
}

Status ReadGenerated(ByteBuffer* buffer, const TypeEntry& entry,
                     MessageLite* msg, LogMissing log) {
  return DecodeBuffer(buffer, entry, msg, log,
                      [&](const char* ptr, wire::WireReader& reader) {
                        return entry.codec->decode(*msg, ptr, reader);
                      });
}

}  // namespace

Status EncodeStock(const MessageLite& msg, ByteBuffer* buffer) {
  bool own_buffer;
  return ::grpc::GenericSerialize<::grpc::ProtoBufferWriter, ByStock>(
      msg, buffer, &own_buffer);
}

Status DecodeStock(ByteBuffer* buffer, MessageLite* msg) {
  return ::grpc::GenericDeserialize<::grpc::ProtoBufferReader, ByStock>(buffer,
                                                                        msg);
}

Status EncodeGenerated(const MessageLite& msg, TypeEntry& entry,
                       ByteBuffer* buffer) {
  if (!IsComplete(msg, entry)) return EncodeStock(msg, buffer);
  SliceSource source(entry.size_hint_bytes.load(std::memory_order_relaxed));
  wire::BackwardWriter writer(
      &source, CodedOutputStream::IsDefaultSerializationDeterministic());
  uint8_t* const first = writer.BeginIn(source.FirstBlock());
  uint8_t* const cursor = entry.codec->encode(msg, first, writer);
  const size_t size_bytes = writer.Finish(cursor);
  if (size_bytes > wire::kMaxMessageBytes) return TooLarge(entry, size_bytes);
  entry.RecordSize(size_bytes);
  source.MoveTo(buffer);
  return Status::OK;
}

Status DecodeGenerated(ByteBuffer* buffer, TypeEntry& entry, MessageLite* msg) {
  if (buffer->Length() > wire::kMaxMessageBytes) {
    return DecodeStock(buffer, msg);
  }
  Status status = ReadGenerated(buffer, entry, msg, LogMissing::kYes);
  buffer->Clear();
  return status;
}

Status EncodeReflective(const MessageLite& msg, TypeEntry& entry,
                        ByteBuffer* buffer) {
  if (!IsComplete(msg, entry) || !entry.CanReflect()) {
    return EncodeStock(msg, buffer);
  }
  const reflective::Encoder encoder(
      static_cast<const Message&>(msg),
      CodedOutputStream::IsDefaultSerializationDeterministic());
  const size_t size_bytes = encoder.size_bytes();
  if (!encoder.Fits()) return TooLarge(entry, size_bytes);
  // As stock does: a small message becomes a slice that needs no memory of its
  // own.
  if (size_bytes <= GRPC_SLICE_INLINED_SIZE) {
    ::grpc::Slice slice(size_bytes);
    // It has been found to fit.
    (void)encoder.WriteToArray(const_cast<uint8_t*>(slice.begin()));
    ByteBuffer message(&slice, 1);
    buffer->Swap(&message);
    return Status::OK;
  }
  ::grpc::ProtoBufferWriter stream(buffer,
                                   ::grpc::kProtoBufferWriterMaxBufferLength,
                                   static_cast<int>(size_bytes));
  return encoder.WriteTo(&stream)
             ? Status::OK
             : Status(StatusCode::INTERNAL, "Failed to serialize message");
}

Status DecodeReflective(ByteBuffer* buffer, TypeEntry& entry,
                        MessageLite* msg) {
  if (buffer->Length() > wire::kMaxMessageBytes || !entry.CanReflect()) {
    return DecodeStock(buffer, msg);
  }
  Status status = DecodeBuffer(buffer, entry, msg, LogMissing::kYes,
                               [&](const char* ptr, wire::WireReader& reader) {
                                 return reflective::DecodeReflective(
                                     static_cast<Message&>(*msg), ptr, reader);
                               });
  buffer->Clear();
  return status;
}

Status EncodeParity(const MessageLite& msg, TypeEntry& entry,
                    ByteBuffer* buffer) {
  Status status = EncodeStock(msg, buffer);
  if (status.ok() && SampleForParity() && IsComplete(msg, entry)) {
    RunParityCheck(buffer->Length(), entry,
                   [&] { CheckEncodeParity(msg, entry); });
  }
  return status;
}

Status DecodeParity(ByteBuffer* buffer, TypeEntry& entry, MessageLite* msg) {
  if (!SampleForParity()) return DecodeStock(buffer, msg);
  // A second reference to the same slices.
  ByteBuffer copy(*buffer);
  Status status = DecodeStock(buffer, msg);
  RunParityCheck(copy.Length(), entry, [&] {
    const std::unique_ptr<MessageLite> twin(msg->New());
    const bool accepted =
        ReadGenerated(&copy, entry, twin.get(), LogMissing::kNo).ok();
    CheckDecodeParity({status.ok(), msg}, {accepted, twin.get()}, entry);
  });
  return status;
}

}  // namespace backwire::grpc_glue
