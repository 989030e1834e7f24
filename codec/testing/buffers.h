// What tests want to know of a ByteBuffer.
#ifndef BACKWIRE_TESTING_BUFFERS_H_
#define BACKWIRE_TESTING_BUFFERS_H_

#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/slice.h>

#include <string>
#include <vector>

namespace backwire::testing {

// Its slices, which share its memory; none if it was never set.
inline std::vector<::grpc::Slice> SlicesOf(const ::grpc::ByteBuffer& buffer) {
  std::vector<::grpc::Slice> slices;
  if (buffer.Valid() && !buffer.Dump(&slices).ok()) slices.clear();
  return slices;
}

inline std::string Join(const std::vector<::grpc::Slice>& slices) {
  std::string bytes;
  for (const ::grpc::Slice& slice : slices) {
    bytes.append(reinterpret_cast<const char*>(slice.begin()), slice.size());
  }
  return bytes;
}

inline std::string BytesOf(const ::grpc::ByteBuffer& buffer) {
  return Join(SlicesOf(buffer));
}

}  // namespace backwire::testing

#endif  // BACKWIRE_TESTING_BUFFERS_H_
