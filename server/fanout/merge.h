// Puts the answers to several questions together.
#ifndef BACKWIRE_SERVER_FANOUT_MERGE_H_
#define BACKWIRE_SERVER_FANOUT_MERGE_H_

#include "absl/types/span.h"
#include "candidates/v1/candidates.pb.h"

namespace backwire::server {

// Moves the best candidates of all `parts` into `merged`, best first, as many
// as `count` or as there are, each id once, and ranks them anew. Candidates are
// compared by the text of their `relevance_score`, whose form is fixed. The
// other fields come from the first part. Leaves the parts without candidates.
//
// REQUIRES: at least one part; all messages are on one arena.
void MergeCandidates(absl::Span<candidates::v1::GenerateResponse* const> parts,
                     int count, candidates::v1::GenerateResponse* merged);

}  // namespace backwire::server

#endif  // BACKWIRE_SERVER_FANOUT_MERGE_H_
