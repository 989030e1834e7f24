#include "backwire/testing/conformance/seam_codec.h"

#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/slice.h>
#include <grpcpp/support/status.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <vector>

#include "backwire/grpc/seam.h"
#include "backwire/registry/active_codec.h"
#include "backwire/registry/counters.h"
#include "backwire/registry/type_table.h"
#include "backwire/testing/buffers.h"
#include "backwire/testing/differential.h"

namespace backwire::conformance {
namespace {

using ::google::protobuf::Message;
using ::google::protobuf::MessageLite;
using ::grpc::ByteBuffer;
using ::grpc::Slice;
using Seam = ::grpc::SerializationTraits<MessageLite, void>;

// Cuts through tags, lengths and varints of every size.
constexpr size_t kPieceBytes = 3;

ByteBuffer BufferOf(const std::string& bytes, size_t piece_bytes) {
  std::vector<Slice> slices;
  for (size_t at = 0; at < bytes.size(); at += piece_bytes) {
    slices.emplace_back(bytes.data() + at,
                        std::min(piece_bytes, bytes.size() - at));
  }
  return ByteBuffer(slices.data(), slices.size());
}

bool DecodeInPieces(const std::string& bytes, size_t piece_bytes,
                    Message* msg) {
  ByteBuffer buffer = BufferOf(bytes, piece_bytes);
  return Seam::Deserialize(&buffer, msg).ok();
}

// Whether the chosen codec does the work for messages of this type.
bool IsCovered(const Message& msg) {
  const CodecChoice* const choice = TheCodecChoice();
  TypeEntry* const entry = choice->types->Find(typeid(msg));
  if (entry == nullptr) return false;
  return choice->name != CodecName::kReflective || entry->CanReflect();
}

TypeCounters CountersOf(const CodecCounters& all, const std::string& type) {
  for (const TypeCounters& counters : all.types) {
    if (counters.type_name == type) return counters;
  }
  return {};
}

}  // namespace

SeamCodec::Calls& SeamCodec::CallsOf(const Message& msg) {
  Calls& calls = calls_[std::string(msg.GetTypeName())];
  calls.covered = IsCovered(msg);
  return calls;
}

Verdict SeamCodec::Decode(const std::string& bytes, Message* msg) {
  CallsOf(*msg).decodes += 2;
  const std::unique_ptr<Message> cut(msg->New());
  const bool accepted =
      DecodeInPieces(bytes, std::max<size_t>(bytes.size(), 1), msg);
  if (DecodeInPieces(bytes, kPieceBytes, cut.get()) != accepted) {
    return Verdict::kDependsOnCuts;
  }
  if (!accepted) return Verdict::kRefused;
  return testing::StockBytes(*msg) == testing::StockBytes(*cut)
             ? Verdict::kAccepted
             : Verdict::kDependsOnCuts;
}

bool SeamCodec::Encode(const Message& msg, std::string* bytes) {
  ++CallsOf(msg).encodes;
  ByteBuffer buffer;
  bool own_buffer;
  if (!Seam::Serialize(msg, &buffer, &own_buffer).ok()) return false;
  *bytes = testing::BytesOf(buffer);
  return true;
}

bool SeamCodec::Report() const {
  const CodecCounters counters = SnapshotCounters();
  uint64_t stock_decodes = 0;
  uint64_t stock_encodes = 0;
  bool consistent = true;
  for (const auto& [type, calls] : calls_) {
    const TypeCounters counted = CountersOf(counters, type);
    if (calls.covered) {
      consistent = consistent && counted.decoded_messages == calls.decodes &&
                   counted.encoded_messages == calls.encodes;
    } else {
      stock_decodes += calls.decodes;
      stock_encodes += calls.encodes;
    }
    std::fprintf(
        stderr, "testee: %s: decoded %llu and encoded %llu by %s\n",
        type.c_str(), static_cast<unsigned long long>(calls.decodes),
        static_cast<unsigned long long>(calls.encodes),
        calls.covered ? std::string(ToString(ActiveCodec())).c_str() : "stock");
  }
  return consistent && counters.fall_through_decodes == stock_decodes &&
         counters.fall_through_encodes == stock_encodes;
}

}  // namespace backwire::conformance
