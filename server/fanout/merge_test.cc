#include "server/fanout/merge.h"

#include "google/protobuf/arena.h"
#include "gtest/gtest.h"

namespace backwire::server {
namespace {

using candidates::v1::GenerateResponse;

class MergeTest : public ::testing::Test {
 protected:
  // Candidates as "id=score", best first.
  GenerateResponse* Part(
      const std::vector<std::pair<std::string, std::string>>& candidates) {
    auto* part = New();
    for (const auto& [id, score] : candidates) {
      auto* candidate = part->add_candidates();
      candidate->set_id(id);
      (*candidate->mutable_metadata())["relevance_score"] = score;
      (*candidate->mutable_metadata())["rank"] =
          std::to_string(part->candidates_size());
      (*candidate->mutable_metadata())["cursor"] = id + " of " + score;
    }
    return part;
  }

  GenerateResponse* New() {
    return GenerateResponse::default_instance().New(&arena_);
  }

  // The ids and ranks of what is merged.
  std::string Merged(const std::vector<GenerateResponse*>& parts, int count) {
    merged_ = New();
    MergeCandidates(parts, count, merged_);
    std::string text;
    for (const auto& candidate : merged_->candidates()) {
      text += candidate.id() + candidate.metadata().at("rank") + " ";
    }
    return text;
  }

  google::protobuf::Arena arena_;
  GenerateResponse* merged_ = nullptr;
};

TEST_F(MergeTest, TakesTheBestOfAllAndRanksThemAnew) {
  EXPECT_EQ(Merged({Part({{"a", "0.9000000"}, {"b", "0.4000000"}}),
                    Part({{"c", "0.5000000"}, {"d", "0.3999999"}}), New()},
                   3),
            "a1 c2 b3 ");
  EXPECT_EQ(merged_->candidates(1).metadata().at("cursor"), "c of 0.5000000");
}

TEST_F(MergeTest, TakesEachIdOnceWithItsBestScore) {
  EXPECT_EQ(Merged({Part({{"a", "0.5000000"}, {"b", "0.3000000"}}),
                    Part({{"a", "0.6000000"}, {"c", "0.1000000"}})},
                   10),
            "a1 b2 c3 ");
  EXPECT_EQ(merged_->candidates(0).metadata().at("relevance_score"),
            "0.6000000");
}

TEST_F(MergeTest, KeepsTheOrderOfEqualScoresAndToleratesMissingOnes) {
  GenerateResponse* bare = New();
  bare->add_candidates()->set_id("x");
  EXPECT_EQ(Merged({Part({{"a", "0.5"}}), bare, Part({{"b", "0.5"}})}, 3),
            "a1 b2 x3 ");
}

TEST_F(MergeTest, TakesTheOtherFieldsFromTheFirst) {
  GenerateResponse* first = New();
  first->set_response_id("first");
  first->set_model_version(200);
  GenerateResponse* second = Part({{"a", "0.5"}});
  second->set_response_id("second");
  EXPECT_EQ(Merged({first, second}, 1), "a1 ");
  EXPECT_EQ(merged_->response_id(), "first");
  EXPECT_EQ(merged_->model_version(), 200);
  EXPECT_EQ(second->candidates_size(), 0);
}

}  // namespace
}  // namespace backwire::server
