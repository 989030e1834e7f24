// Calls with plain bytes in the messages' place, by gRPC's generic API, which
// no codec has a part in.
#ifndef BACKWIRE_TESTING_HOPS_RAW_CALL_H_
#define BACKWIRE_TESTING_HOPS_RAW_CALL_H_

#include <grpcpp/channel.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/status.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace backwire::hops {

::grpc::ByteBuffer ToBuffer(absl::string_view bytes);
// A valid buffer that holds no slice at all.
::grpc::ByteBuffer BufferWithoutSlices();

struct RawOutcome {
  ::grpc::Status status;
  std::vector<std::string> responses;
};

// Sends the requests to `method` ("/package.Service/Method"), of any shape, and
// takes all responses.
RawOutcome CallRaw(const std::shared_ptr<::grpc::Channel>& channel,
                   const std::string& method,
                   const std::vector<::grpc::ByteBuffer>& requests);

// A server for all methods: takes `request_count` requests and answers them
// with these bytes, one message each. A call with fewer requests gets no
// answer.
class RawServer {
 public:
  RawServer(int request_count, const std::vector<std::string>& responses);
  ~RawServer();
  std::shared_ptr<::grpc::Channel> Connect() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace backwire::hops

#endif  // BACKWIRE_TESTING_HOPS_RAW_CALL_H_
