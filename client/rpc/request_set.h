// The requests of a run, made once before it, so that sending costs nothing but
// the call.
#ifndef BACKWIRE_CLIENT_RPC_REQUEST_SET_H_
#define BACKWIRE_CLIENT_RPC_REQUEST_SET_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "candidates/v1/candidates.pb.h"
#include "client/plan/load_plan.h"

namespace backwire::client {

// Immutable, so thread-safe. Calls take the requests in turn. Not empty.
class RequestSet {
 public:
  explicit RequestSet(std::vector<candidates::v1::GenerateRequest> requests);

  size_t size() const { return requests_.size(); }
  size_t IndexOf(int64_t call_number) const {
    return static_cast<size_t>(call_number) % requests_.size();
  }
  const candidates::v1::GenerateRequest& request(size_t index) const {
    return requests_[index];
  }
  int64_t bytes(size_t index) const { return bytes_[index]; }

 private:
  std::vector<candidates::v1::GenerateRequest> requests_;
  std::vector<int64_t> bytes_;
};

// The requests that the plan describes: one a user, or one a line of its file.
// INVALID_ARGUMENT: a file that cannot be read or holds no request, or a line
// that is no GenerateRequest in protobuf's JSON form (the text has its number).
absl::StatusOr<RequestSet> MakeRequests(const RequestPlan& plan);

}  // namespace backwire::client

#endif  // BACKWIRE_CLIENT_RPC_REQUEST_SET_H_
