// A stream that the server cannot finish, since its caller does not read on.
#ifndef BACKWIRE_SERVER_TESTING_STALLED_STREAM_H_
#define BACKWIRE_SERVER_TESTING_STALLED_STREAM_H_

#include <memory>
#include <string>

#include "candidates/v1/candidates.grpc.pb.h"
#include "grpcpp/client_context.h"

namespace backwire::server::testing {

// More than the caller's side takes in unread: the server must allow and hold
// this many.
inline constexpr int kStalledCandidates = 20'000;

// Not thread-safe.
class StalledStream {
 public:
  // Reads the first chunk.
  explicit StalledStream(const std::string& address);

  // Cancels the call.
  ~StalledStream();

  void Cancel() { context_.TryCancel(); }

  // Reads to the end and returns the number of all candidates.
  int ReadOn();

  // REQUIRES: ReadOn() was called.
  grpc::Status Finish();

 private:
  std::unique_ptr<candidates::v1::CandidateService::Stub> stub_;
  grpc::ClientContext context_;
  std::unique_ptr<grpc::ClientReader<candidates::v1::GenerateResponse>> reader_;
  int count_ = 0;
  bool finished_ = false;
};

}  // namespace backwire::server::testing

#endif  // BACKWIRE_SERVER_TESTING_STALLED_STREAM_H_
