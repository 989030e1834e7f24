// A response as the client receives it: decoded by the process's codec into a
// message on the heap or on an arena, parsed into a view, or kept as bytes;
// with its size and what decoding took, which the generated stubs do not tell.
#ifndef BACKWIRE_CLIENT_RPC_RECEIVED_MESSAGE_H_
#define BACKWIRE_CLIENT_RPC_RECEIVED_MESSAGE_H_

#include <google/protobuf/arena.h>
#include <grpcpp/impl/serialization_traits.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/status.h>

#include <cstdint>
#include <memory>

#include "backwire/grpc/view.h"
#include "candidates/v1/candidates.backwire_view.h"
#include "client/plan/load_plan.h"

namespace backwire::client {

// Holds one message at a time. Not thread-safe.
class ReceivedMessage {
 public:
  explicit ReceivedMessage(Receive mode) : mode_(mode) {}
  ~ReceivedMessage();
  ReceivedMessage(const ReceivedMessage&) = delete;
  ReceivedMessage& operator=(const ReceivedMessage&) = delete;

  // Takes `buffer`'s contents, replaces the message, and adds to the totals.
  grpc::Status Take(grpc::ByteBuffer* buffer);

  // The message; for raw bytes it is decoded now, by protobuf itself, and for a
  // view copied out of it. nullptr: the bytes are none. Valid until the next
  // Take().
  const candidates::v1::GenerateResponse* Message();

  int64_t bytes() const { return bytes_; }
  int64_t messages() const { return messages_; }
  int64_t decode_ns() const { return decode_ns_; }

 private:
  candidates::v1::GenerateResponse* NewMessage();
  grpc::Status Decode(grpc::ByteBuffer* buffer);

  const Receive mode_;
  std::unique_ptr<google::protobuf::Arena> arena_;
  std::unique_ptr<candidates::v1::GenerateResponse> owned_;
  candidates::v1::GenerateResponse* message_ = nullptr;
  grpc::ByteBuffer raw_;
  std::unique_ptr<View<candidates::v1::GenerateResponse>> view_;
  int64_t bytes_ = 0;  // of all messages received
  int64_t messages_ = 0;
  int64_t decode_ns_ = 0;
};

}  // namespace backwire::client

// What makes gRPC hand the bytes to ReceivedMessage; only receiving is needed.
template <>
class grpc::SerializationTraits<backwire::client::ReceivedMessage> {
 public:
  static Status Deserialize(ByteBuffer* buffer,
                            backwire::client::ReceivedMessage* message) {
    return message->Take(buffer);
  }
};

#endif  // BACKWIRE_CLIENT_RPC_RECEIVED_MESSAGE_H_
