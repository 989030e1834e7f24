#include "backwire/benchmarks/codecs.h"

#include <cstdio>
#include <cstdlib>

#include "backwire/grpc/codec_calls.h"
#include "backwire/grpc/seam.h"
#include "backwire/reflective/decode.h"
#include "backwire/reflective/encode.h"
#include "backwire/registry/active_codec.h"
#include "backwire/wire/span_source.h"
#include "backwire/wire/wire_reader.h"

namespace backwire::benchmarks {
namespace {

using ::google::protobuf::Message;
using ::grpc::ByteBuffer;
using Traits =
    ::grpc::SerializationTraits<::google::protobuf::MessageLite, void>;

void Require(bool ok, const char* what) {
  if (ok) return;
  std::fprintf(stderr, "benchmark: %s failed\n", what);
  std::abort();
}

TypeEntry& EntryOf(const Message& msg) {
  TypeEntry* const entry = FindEntry(msg);
  Require(entry != nullptr, "looking up the type");
  return *entry;
}

void ChooseGenerated() {
  static const bool chosen = ChooseCodec(CodecName::kGenerated).ok();
  Require(chosen, "choosing the codec");
}

void StockToSeam(const Message& msg, ByteBuffer* buffer) {
  Require(grpc_glue::EncodeStock(msg, buffer).ok(), "encode");
}
void StockToArray(const TypeEntry* /*entry*/, const Message& msg,
                  uint8_t* memory, size_t size_bytes) {
  Require(msg.SerializeToArray(memory, static_cast<int>(size_bytes)), "encode");
}
void StockFromSeam(ByteBuffer* buffer, Message* msg) {
  Require(grpc_glue::DecodeStock(buffer, msg).ok(), "decode");
}
void StockFromArray(const TypeEntry* /*entry*/, const std::string& bytes,
                    Message* msg) {
  Require(msg->ParseFromString(bytes), "decode");
}

void GeneratedToSeam(const Message& msg, ByteBuffer* buffer) {
  Require(grpc_glue::EncodeGenerated(msg, EntryOf(msg), buffer).ok(), "encode");
}
void GeneratedToArray(const TypeEntry* entry, const Message& msg,
                      uint8_t* memory, size_t size_bytes) {
  wire::SpanSource source(memory, memory + size_bytes);
  wire::BackwardWriter writer(&source, /*deterministic=*/false);
  uint8_t* const first = writer.BeginIn(source.FirstBlock());
  source.CloseBlock(entry->codec->encode(msg, first, writer));
  Require(source.message() != nullptr, "encode");
}
void GeneratedFromSeam(ByteBuffer* buffer, Message* msg) {
  Require(grpc_glue::DecodeGenerated(buffer, EntryOf(*msg), msg).ok(),
          "decode");
}
void GeneratedFromArray(const TypeEntry* entry, const std::string& bytes,
                        Message* msg) {
  msg->Clear();
  wire::WireReader reader(bytes.data(), bytes.size());
  const char* const end = entry->codec->decode(*msg, reader.Begin(), reader);
  Require(reader.Finish(end) != nullptr, "decode");
}

void ReflectiveToSeam(const Message& msg, ByteBuffer* buffer) {
  Require(grpc_glue::EncodeReflective(msg, EntryOf(msg), buffer).ok(),
          "encode");
}
void ReflectiveToArray(const TypeEntry* /*entry*/, const Message& msg,
                       uint8_t* memory, size_t /*size_bytes*/) {
  const reflective::Encoder encoder(msg, /*deterministic=*/false);
  Require(encoder.WriteToArray(memory), "encode");
}
void ReflectiveFromSeam(ByteBuffer* buffer, Message* msg) {
  Require(grpc_glue::DecodeReflective(buffer, EntryOf(*msg), msg).ok(),
          "decode");
}
void ReflectiveFromArray(const TypeEntry* /*entry*/, const std::string& bytes,
                         Message* msg) {
  msg->Clear();
  wire::WireReader reader(bytes.data(), bytes.size());
  const char* const end =
      reflective::DecodeReflective(*msg, reader.Begin(), reader);
  Require(reader.Finish(end) != nullptr, "decode");
}

}  // namespace

void EncodeByCall(const Message& msg, ByteBuffer* buffer) {
  ChooseGenerated();
  bool own_buffer;
  Require(Traits::Serialize(msg, buffer, &own_buffer).ok(), "encode");
}
void DecodeByCall(ByteBuffer* buffer, Message* msg) {
  ChooseGenerated();
  Require(Traits::Deserialize(buffer, msg).ok(), "decode");
}

TypeEntry* FindEntry(const Message& msg) {
  static const auto* const table = new TypeTable(RegisteredTypeCodecs());
  return table->Find(typeid(msg));
}

const std::vector<Codec>& Codecs() {
  static const auto* const codecs = new std::vector<Codec>{
      {"stock", StockToSeam, StockToArray, StockFromSeam, StockFromArray},
      {"reflective", ReflectiveToSeam, ReflectiveToArray, ReflectiveFromSeam,
       ReflectiveFromArray},
      {"generated", GeneratedToSeam, GeneratedToArray, GeneratedFromSeam,
       GeneratedFromArray},
  };
  return *codecs;
}

ByteBuffer InTransportSlices(const std::string& bytes) {
  constexpr size_t kSliceBytes = 64 * 1024;
  std::vector<::grpc::Slice> slices;
  for (size_t at = 0; at < bytes.size(); at += kSliceBytes) {
    const size_t size = std::min(kSliceBytes, bytes.size() - at);
    // The bytes outlive the buffer.
    slices.emplace_back(bytes.data() + at, size, ::grpc::Slice::STATIC_SLICE);
  }
  return ByteBuffer(slices.data(), slices.size());
}

}  // namespace backwire::benchmarks
