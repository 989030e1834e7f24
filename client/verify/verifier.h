// Compares responses with the expected ones, exactly: every field, unknown ones
// too. What the reference catalogue gives for a request is expected.
#ifndef BACKWIRE_CLIENT_VERIFY_VERIFIER_H_
#define BACKWIRE_CLIENT_VERIFY_VERIFIER_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "candidates/v1/candidates.pb.h"
#include "client/plan/load_plan.h"
#include "client/rpc/request_set.h"
#include "proto/workload/catalogue.h"

namespace backwire::client {

// Expected bytes are kept up to this size in all; beyond it they are made anew
// for every response, which is slower.
inline constexpr size_t kExpectedCacheBytes = size_t{256} << 20;

// Immutable once made, so thread-safe. Borrows the requests.
class Verifier {
 public:
  // INVALID_ARGUMENT: a request that the catalogue cannot answer.
  static absl::StatusOr<Verifier> Make(const VerifyPlan& plan,
                                       const RequestSet* requests);

  // Empty if `response`, the whole of a call's answer, is the expected one for
  // that request; else what differs first, for people.
  std::string Check(size_t request_index,
                    const candidates::v1::GenerateResponse& response) const;

 private:
  Verifier(workload::Catalogue catalogue, const RequestSet* requests);

  candidates::v1::GenerateResponse Expected(size_t request_index) const;

  workload::Catalogue catalogue_;
  const RequestSet* requests_;
  std::vector<std::string> expected_bytes_;  // of the first so many requests
};

// Puts the chunks of one streamed answer together again and watches what each
// of them must keep to. Not thread-safe.
class ChunkCollector {
 public:
  // chunk_size: the most candidates in a chunk; 0: any number.
  explicit ChunkCollector(int chunk_size) : chunk_size_(chunk_size) {}

  void Add(const candidates::v1::GenerateResponse& chunk);

  const candidates::v1::GenerateResponse& whole() const { return whole_; }

  // The first rule that a chunk broke; empty if none was.
  const std::string& broken_rule() const { return broken_rule_; }

 private:
  int chunk_size_;
  int chunks_ = 0;
  candidates::v1::GenerateResponse whole_;
  std::string broken_rule_;
};

}  // namespace backwire::client

#endif  // BACKWIRE_CLIENT_VERIFY_VERIFIER_H_
