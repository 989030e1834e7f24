// The calls of the four codecs, as gRPC's seam makes them: a message to a
// ByteBuffer and back. Each is a function of its own that is never inlined or
// merged, so that a profile shows which codec the time went to.
//
// All decode functions take a buffer that is not empty of slices by chance: an
// unset one is "No payload", as with stock. They replace the message's content
// and clear the buffer.
#ifndef BACKWIRE_GRPC_CODEC_CALLS_H_
#define BACKWIRE_GRPC_CODEC_CALLS_H_

#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/status.h>

#include "backwire/registry/type_table.h"
#include "backwire/wire/port.h"
#include "google/protobuf/message_lite.h"

namespace backwire::grpc_glue {

using ::google::protobuf::MessageLite;

// What gRPC does by itself.
BACKWIRE_NOINLINE ::grpc::Status EncodeStock(const MessageLite& msg,
                                             ::grpc::ByteBuffer* buffer);
BACKWIRE_NOINLINE ::grpc::Status DecodeStock(::grpc::ByteBuffer* buffer,
                                             MessageLite* msg);

// In all that follow, `entry` is that of the message's type. A message that
// stock would not encode as it is (a required field is missing) goes to stock.
BACKWIRE_NOINLINE ::grpc::Status EncodeGenerated(const MessageLite& msg,
                                                 TypeEntry& entry,
                                                 ::grpc::ByteBuffer* buffer);
BACKWIRE_NOINLINE ::grpc::Status DecodeGenerated(::grpc::ByteBuffer* buffer,
                                                 TypeEntry& entry,
                                                 MessageLite* msg);

BACKWIRE_NOINLINE ::grpc::Status EncodeReflective(const MessageLite& msg,
                                                  TypeEntry& entry,
                                                  ::grpc::ByteBuffer* buffer);
BACKWIRE_NOINLINE ::grpc::Status DecodeReflective(::grpc::ByteBuffer* buffer,
                                                  TypeEntry& entry,
                                                  MessageLite* msg);

// Stock's result, and on a sample of the messages a comparison with generated
// code, whose differences are counted and logged.
BACKWIRE_NOINLINE ::grpc::Status EncodeParity(const MessageLite& msg,
                                              TypeEntry& entry,
                                              ::grpc::ByteBuffer* buffer);
BACKWIRE_NOINLINE ::grpc::Status DecodeParity(::grpc::ByteBuffer* buffer,
                                              TypeEntry& entry,
                                              MessageLite* msg);

}  // namespace backwire::grpc_glue

#endif  // BACKWIRE_GRPC_CODEC_CALLS_H_
