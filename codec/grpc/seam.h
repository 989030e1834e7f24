// How gRPC comes to call backwire. gRPC's stubs and handlers turn messages into
// bytes through SerializationTraits, most of them with the message as a
// MessageLite; this explicit specialisation takes that way for the whole
// program. Its functions are defined in the library, once and not inline, so
// that they also win over copies of gRPC's default in other objects.
//
// Every .pb.h that protoc-gen-backwire has touched includes this header, which
// may therefore name protobuf only by forward declarations.
#ifndef BACKWIRE_GRPC_SEAM_H_
#define BACKWIRE_GRPC_SEAM_H_

#include <grpcpp/impl/serialization_traits.h>

namespace google {
namespace protobuf {
class MessageLite;
}  // namespace protobuf
}  // namespace google

namespace grpc {

class ByteBuffer;
class Status;

template <>
class SerializationTraits<::google::protobuf::MessageLite, void> {
 public:
  static Status Serialize(const ::google::protobuf::MessageLite& msg,
                          ByteBuffer* buffer, bool* own_buffer);
  static Status Deserialize(ByteBuffer* buffer,
                            ::google::protobuf::MessageLite* msg);
};

}  // namespace grpc

#endif  // BACKWIRE_GRPC_SEAM_H_
