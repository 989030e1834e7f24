#include "server/fanout/merge.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"

namespace backwire::server {
namespace {

using candidates::v1::Candidate;
using candidates::v1::GenerateResponse;

struct Ranked {
  absl::string_view score;
  Candidate* candidate;
};

absl::string_view ScoreOf(const Candidate& candidate) {
  static const auto* key = new std::string("relevance_score");
  const auto found = candidate.metadata().find(*key);
  if (found == candidate.metadata().end()) return "";
  return found->second;
}

// Their owner, the arena, stays; nothing is copied.
void TakeCandidates(GenerateResponse* part, std::vector<Ranked>* all) {
  const int count = part->candidates_size();
  std::vector<Candidate*> taken(count);
  part->mutable_candidates()->UnsafeArenaExtractSubrange(0, count,
                                                         taken.data());
  for (Candidate* candidate : taken) {
    all->push_back({ScoreOf(*candidate), candidate});
  }
}

}  // namespace

void MergeCandidates(absl::Span<GenerateResponse* const> parts, int count,
                     GenerateResponse* merged) {
  std::vector<Ranked> all;
  for (GenerateResponse* part : parts) TakeCandidates(part, &all);
  std::stable_sort(
      all.begin(), all.end(),
      [](const Ranked& a, const Ranked& b) { return a.score > b.score; });
  absl::flat_hash_set<absl::string_view> ids;
  for (const Ranked& each : all) {
    if (merged->candidates_size() == count) break;
    if (!ids.insert(each.candidate->id()).second) continue;
    (*each.candidate->mutable_metadata())["rank"] =
        std::to_string(merged->candidates_size() + 1);
    merged->mutable_candidates()->UnsafeArenaAddAllocated(each.candidate);
  }
  merged->set_response_id(parts.front()->response_id());
  merged->set_model_version(parts.front()->model_version());
}

}  // namespace backwire::server
