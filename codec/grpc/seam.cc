#include "backwire/grpc/seam.h"

#include <grpcpp/impl/codegen/proto_utils.h>

#include <chrono>
#include <typeinfo>

#include "absl/base/optimization.h"
#include "backwire/grpc/codec_calls.h"
#include "backwire/grpc/grpc_compat.h"
#include "backwire/grpc/seam_link.h"
#include "backwire/registry/active_codec.h"
#include "backwire/registry/counters.h"
#include "backwire/registry/message_counts.h"
#include "backwire/wire/port.h"

namespace backwire::grpc_glue {
namespace {

using ::grpc::ByteBuffer;
using ::grpc::Status;

Status Encode(const MessageLite& msg, CodecName codec, TypeEntry& entry,
              ByteBuffer* buffer) {
  switch (codec) {
    case CodecName::kStock:
      return EncodeStock(msg, buffer);
    case CodecName::kReflective:
      return EncodeReflective(msg, entry, buffer);
    case CodecName::kGenerated:
      return EncodeGenerated(msg, entry, buffer);
    case CodecName::kParity:
      return EncodeParity(msg, entry, buffer);
  }
  return EncodeStock(msg, buffer);
}

Status Decode(ByteBuffer* buffer, CodecName codec, TypeEntry& entry,
              MessageLite* msg) {
  switch (codec) {
    case CodecName::kStock:
      return DecodeStock(buffer, msg);
    case CodecName::kReflective:
      return DecodeReflective(buffer, entry, msg);
    case CodecName::kGenerated:
      return DecodeGenerated(buffer, entry, msg);
    case CodecName::kParity:
      return DecodeParity(buffer, entry, msg);
  }
  return DecodeStock(buffer, msg);
}

void Add(std::atomic<uint64_t>& counter, uint64_t amount) {
  counter.fetch_add(amount, std::memory_order_relaxed);
}

// Times the messages whose turn it is: one in kTimedEvery on average. Turns lie
// at no fixed distance, so of messages that come in a rhythm none is timed more
// than another. What the others pay is a multiplication and a branch.
class Timer {
 public:
  // `number` counts the thread's messages of the type and direction.
  explicit Timer(uint64_t number) : start_ns_(IsTurn(number) ? NowNs() : 0) {}

  void Stop(std::atomic<uint64_t>& messages, std::atomic<uint64_t>& ns) const {
    if (ABSL_PREDICT_TRUE(start_ns_ == 0)) return;
    Add(ns, NowNs() - start_ns_);
    Add(messages, 1);
  }

 private:
  // By the multiples of the golden ratio, which spread evenly.
  static bool IsTurn(uint64_t number) {
    constexpr int kBits = 6;
    static_assert(kTimedEvery == 1 << kBits);
    return ABSL_PREDICT_FALSE((number * 0x9e3779b97f4a7c15u) >> (64 - kBits) ==
                              kTimedEvery - 1);
  }

  // Never 0 once the machine runs.
  BACKWIRE_NOINLINE static uint64_t NowNs() {
    return std::chrono::nanoseconds(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
  }

  const uint64_t start_ns_;  // 0: this message is not timed
};

// The next two return one variable each, and nothing else: a Status that has to
// be moved costs as much as the rest of what is done here.

Status EncodeAndCount(const MessageLite& msg, CodecName codec, TypeEntry& entry,
                      ThreadCounts& thread, ByteBuffer* buffer) {
  MessageCounts& counts = thread.by_type[entry.number];
  const Timer timer(thread.first_number + counts.encoded_messages.value());
  Status status = Encode(msg, codec, entry, buffer);
  timer.Stop(entry.timed_encodes, entry.timed_encode_ns);
  if (status.ok()) {
    counts.encoded_messages.Add(1);
    counts.encoded_bytes.Add(buffer->Length());
  }
  return status;
}

Status DecodeAndCount(ByteBuffer* buffer, CodecName codec, TypeEntry& entry,
                      ThreadCounts& thread, MessageLite* msg) {
  MessageCounts& counts = thread.by_type[entry.number];
  const size_t size_bytes = buffer->Length();
  const Timer timer(thread.first_number + counts.decoded_messages.value());
  Status status = Decode(buffer, codec, entry, msg);
  timer.Stop(entry.timed_decodes, entry.timed_decode_ns);
  counts.decoded_messages.Add(1);
  counts.decoded_bytes.Add(size_bytes);
  if (!status.ok()) Add(entry.decode_errors, 1);
  return status;
}

Status SerializeBySeam(const MessageLite& msg, ByteBuffer* buffer) {
  const CodecChoice* const choice = TheCodecChoice();
  if (choice == nullptr) return EncodeStock(msg, buffer);
  TypeEntry* const entry = choice->types->Find(typeid(msg));
  ThreadCounts& mine = choice->counts->OfThisThread();
  if (entry == nullptr) {
    mine.by_type[choice->types->number_of_others()].encoded_messages.Add(1);
    return EncodeStock(msg, buffer);
  }
  return EncodeAndCount(msg, choice->name, *entry, mine, buffer);
}

Status DeserializeBySeam(ByteBuffer* buffer, MessageLite* msg) {
  const CodecChoice* const choice = TheCodecChoice();
  if (choice == nullptr || buffer == nullptr) return DecodeStock(buffer, msg);
  TypeEntry* const entry = choice->types->Find(typeid(*msg));
  ThreadCounts& mine = choice->counts->OfThisThread();
  if (entry == nullptr) {
    mine.by_type[choice->types->number_of_others()].decoded_messages.Add(1);
    return DecodeStock(buffer, msg);
  }
  return DecodeAndCount(buffer, choice->name, *entry, mine, msg);
}

}  // namespace

void LinkSeam() {}

}  // namespace backwire::grpc_glue

namespace grpc {

// Objects that were compiled without seam.h have gRPC's SerializationTraits
// inlined into call operations that all objects share, and the linker may take
// their copies. What they call is not inlined: these two, which thus lead here
// as well.

template <>
Status GenericSerialize<ProtoBufferWriter, ::google::protobuf::MessageLite>(
    const ::google::protobuf::MessageLite& msg, ByteBuffer* buffer,
    bool* own_buffer BACKWIRE_GRPC_ALLOCATOR_PARAMETER) {
  *own_buffer = true;
  return ::backwire::grpc_glue::SerializeBySeam(msg, buffer);
}

template <>
Status GenericDeserialize<ProtoBufferReader, ::google::protobuf::MessageLite>(
    ByteBuffer* buffer, ::google::protobuf::MessageLite* msg) {
  return ::backwire::grpc_glue::DeserializeBySeam(buffer, msg);
}

Status SerializationTraits<::google::protobuf::MessageLite, void>::Serialize(
    const ::google::protobuf::MessageLite& msg, ByteBuffer* buffer,
    bool* own_buffer) {
  *own_buffer = true;
  return ::backwire::grpc_glue::SerializeBySeam(msg, buffer);
}

Status SerializationTraits<::google::protobuf::MessageLite, void>::Deserialize(
    ByteBuffer* buffer, ::google::protobuf::MessageLite* msg) {
  return ::backwire::grpc_glue::DeserializeBySeam(buffer, msg);
}

}  // namespace grpc
