// A message that is on the wire already, as a type of its own for gRPC: a
// handler or a stub made for it sends and receives the bytes as they are. So a
// method's answer can come from a builder while its request is decoded as in
// any other method.
#ifndef BACKWIRE_GRPC_PREPARED_MESSAGE_H_
#define BACKWIRE_GRPC_PREPARED_MESSAGE_H_

#include <grpcpp/impl/serialization_traits.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/status.h>

namespace backwire {

struct PreparedMessage {
  ::grpc::ByteBuffer buffer;
};

}  // namespace backwire

namespace grpc {

template <>
class SerializationTraits<::backwire::PreparedMessage, void> {
 public:
  // A second reference to the same slices: gRPC may keep it beyond the call.
  static Status Serialize(const ::backwire::PreparedMessage& msg,
                          ByteBuffer* buffer, bool* own_buffer) {
    *buffer = msg.buffer;
    *own_buffer = true;
    return Status::OK;
  }
  static Status Deserialize(ByteBuffer* buffer,
                            ::backwire::PreparedMessage* msg) {
    msg->buffer.Clear();
    msg->buffer.Swap(buffer);
    return Status::OK;
  }
};

}  // namespace grpc

#endif  // BACKWIRE_GRPC_PREPARED_MESSAGE_H_
