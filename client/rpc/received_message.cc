#include "client/rpc/received_message.h"

#include <grpcpp/impl/codegen/proto_utils.h>
#include <grpcpp/support/proto_buffer_reader.h>

#include "client/senders/clock.h"

namespace backwire::client {

using candidates::v1::GenerateResponse;

GenerateResponse* ReceivedMessage::NewMessage() {
  if (mode_ == Receive::kArena) {
    arena_ = std::make_unique<google::protobuf::Arena>();
    return GenerateResponse::default_instance().New(arena_.get());
  }
  owned_ = std::make_unique<GenerateResponse>();
  return owned_.get();
}

grpc::Status ReceivedMessage::Take(grpc::ByteBuffer* buffer) {
  bytes_ += static_cast<int64_t>(buffer->Length());
  ++messages_;
  if (mode_ == Receive::kRaw) {
    raw_.Swap(buffer);
    return grpc::Status::OK;
  }
  const int64_t begin_ns = NowNanos();
  message_ = NewMessage();
  grpc::Status status =
      grpc::SerializationTraits<GenerateResponse>::Deserialize(buffer,
                                                               message_);
  decode_ns_ += NowNanos() - begin_ns;
  return status;
}

const GenerateResponse* ReceivedMessage::Message() {
  if (mode_ != Receive::kRaw) return message_;
  message_ = NewMessage();
  if (!raw_.Valid()) return message_;
  grpc::ProtoBufferReader reader(&raw_);
  return message_->ParseFromZeroCopyStream(&reader) ? message_ : nullptr;
}

}  // namespace backwire::client
