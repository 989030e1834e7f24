// The codecs as the benchmarks call them: side by side in one process, most of
// them without the process-wide choice.
#ifndef BACKWIRE_BENCHMARKS_CODECS_H_
#define BACKWIRE_BENCHMARKS_CODECS_H_

#include <grpcpp/support/byte_buffer.h>

#include <cstdint>
#include <string>
#include <vector>

#include "backwire/registry/type_table.h"
#include "google/protobuf/message.h"

namespace backwire::benchmarks {

// All functions abort if the codec reports an error: the inputs are valid.
struct Codec {
  const char* name;
  void (*encode_seam)(const ::google::protobuf::Message& msg,
                      ::grpc::ByteBuffer* buffer);
  // The next two are given the entry of the message's type, as a caller has it
  // who knows the type: the seam looks it up.
  void (*encode_array)(const TypeEntry* entry,
                       const ::google::protobuf::Message& msg, uint8_t* memory,
                       size_t size_bytes);
  void (*decode_seam)(::grpc::ByteBuffer* buffer,
                      ::google::protobuf::Message* msg);
  void (*decode_array)(const TypeEntry* entry, const std::string& bytes,
                       ::google::protobuf::Message* msg);
};

// The entry of the message's type in a table of all types with generated code;
// nullptr if it has none.
TypeEntry* FindEntry(const ::google::protobuf::Message& msg);

// stock, reflective, generated.
const std::vector<Codec>& Codecs();

// As gRPC's call path does it. The first call chooses `generated` for the
// process.
void EncodeByCall(const ::google::protobuf::Message& msg,
                  ::grpc::ByteBuffer* buffer);
void DecodeByCall(::grpc::ByteBuffer* buffer, ::google::protobuf::Message* msg);

// A buffer in slices of the size in which gRPC's transport delivers a large
// message.
::grpc::ByteBuffer InTransportSlices(const std::string& bytes);

}  // namespace backwire::benchmarks

#endif  // BACKWIRE_BENCHMARKS_CODECS_H_
