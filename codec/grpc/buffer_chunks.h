// The slices of a received ByteBuffer, as the wire reader takes its pieces.
#ifndef BACKWIRE_GRPC_BUFFER_CHUNKS_H_
#define BACKWIRE_GRPC_BUFFER_CHUNKS_H_

#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/proto_buffer_reader.h>
#include <grpcpp/support/status.h>

#include "backwire/wire/wire_reader.h"

namespace backwire::grpc_glue {

// Borrows the buffer, whose slices stay where they are.
class BufferChunks final : public wire::ChunkSource {
 public:
  explicit BufferChunks(::grpc::ByteBuffer* buffer) : reader_(buffer) {}

  // Not OK if the buffer cannot be read at all, as with stock.
  ::grpc::Status status() const { return reader_.status(); }

  bool Next(const char** data, size_t* size_bytes) override {
    const void* piece = nullptr;
    int size = 0;
    if (!reader_.Next(&piece, &size)) return false;
    *data = static_cast<const char*>(piece);
    *size_bytes = static_cast<size_t>(size);
    return true;
  }

 private:
  ::grpc::ProtoBufferReader reader_;
};

}  // namespace backwire::grpc_glue

#endif  // BACKWIRE_GRPC_BUFFER_CHUNKS_H_
