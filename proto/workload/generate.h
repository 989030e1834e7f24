// The reference workload: fills responses of the candidate service from a
// catalogue. Every benchmark, profile and test that speaks of "the response of
// 2,000 candidates" means this one.
//
// With the reference catalogue a response is, for every user id, exactly
// 26,933 / 134,933 / 540,934 / 1,353,934 bytes on the wire at 100 / 500 /
// 2,000 / 5,000 candidates.
#ifndef BACKWIRE_PROTO_WORKLOAD_GENERATE_H_
#define BACKWIRE_PROTO_WORKLOAD_GENERATE_H_

#include <cstdint>

#include "absl/base/attributes.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "candidates/v1/candidates.backwire_builder.h"
#include "candidates/v1/candidates.pb.h"
#include "proto/workload/catalogue.h"

namespace backwire::workload {

// Replaces the contents of `response` by the candidates with the ranks
// first + 1 … first + count of this user, best first. The result depends on the
// catalogue and the arguments alone; ranges that follow each other hold the
// same candidates as the range over both. Ids are unique, scores fall.
//
// Works on the heap and on arenas, in time proportional to `count`.
// Thread-safe. REQUIRES: first >= 0, count >= 0, first + count <=
// catalogue.size() (the service checks it).
//
// Never inlined: profiles attribute the cost of building responses by this
// function's name.
ABSL_ATTRIBUTE_NOINLINE void GenerateCandidates(
    const Catalogue& catalogue, absl::string_view user_id, int first, int count,
    candidates::v1::GenerateResponse* response);

// A score in steps of a ten-millionth, its seven decimals: below kScoreUnits.
inline constexpr uint32_t kScoreUnits = 10'000'000;

// A candidate that a search has chosen.
struct ScoredItem {
  uint32_t item = 0;   // index into the catalogue
  uint32_t score = 0;  // in units; falls from candidate to candidate
};

// The same with candidates that were chosen elsewhere: `chosen` are all of the
// user's, best first, and the response gets those from `first` on. REQUIRES:
// first >= 0, count >= 0, first + count <= chosen.size(), and valid indices.
ABSL_ATTRIBUTE_NOINLINE void GenerateCandidates(
    const Catalogue& catalogue, absl::string_view user_id,
    absl::Span<const ScoredItem> chosen, int first, int count,
    candidates::v1::GenerateResponse* response);

// Writes the same response straight to the wire: the candidates' fields come in
// the order of their numbers, the entries of their metadata in any. The same
// requirements; `response` is new.
ABSL_ATTRIBUTE_NOINLINE void BuildCandidates(
    const Catalogue& catalogue, absl::string_view user_id, int first, int count,
    candidates::v1::GenerateResponseBuilder* response);

ABSL_ATTRIBUTE_NOINLINE void BuildCandidates(
    const Catalogue& catalogue, absl::string_view user_id,
    absl::Span<const ScoredItem> chosen, int first, int count,
    candidates::v1::GenerateResponseBuilder* response);

// The response to kReferenceUserId from the default catalogue, or from one of
// `candidate_count` items if that is larger. REQUIRES: candidate_count >= 0.
candidates::v1::GenerateResponse MakeReferenceResponse(int candidate_count);

inline constexpr char kReferenceUserId[] = "user-0001";

}  // namespace backwire::workload

#endif  // BACKWIRE_PROTO_WORKLOAD_GENERATE_H_
