#include "proto/workload/generate.h"

#include <algorithm>
#include <set>
#include <string>

#include "backwire/builder/memory_outputs.h"
#include "gtest/gtest.h"
#include "proto/workload/catalogue.h"

namespace backwire::workload {
namespace {

using candidates::v1::Candidate;
using candidates::v1::GenerateResponse;

const Catalogue& DefaultCatalogue() {
  static const auto* catalogue = new Catalogue(
      MakeReferenceCatalogue(kDefaultCatalogueSize, kDefaultCatalogueSeed));
  return *catalogue;
}

GenerateResponse Generate(const Catalogue& catalogue, const char* user_id,
                          int first, int count) {
  GenerateResponse response;
  GenerateCandidates(catalogue, user_id, first, count, &response);
  return response;
}

// Maps have no order of their own on the wire: equal text means equal content.
std::string Text(const GenerateResponse& response) {
  return response.DebugString();
}

struct SizeCase {
  int candidate_count;
  size_t wire_bytes;
};

class WireSizeTest : public testing::TestWithParam<SizeCase> {};

TEST_P(WireSizeTest, IsExactForEveryUserAndSeed) {
  const auto [count, wire_bytes] = GetParam();
  const Catalogue other = MakeReferenceCatalogue(count, /*seed=*/1);
  for (const char* user : {"user-0001", "x", "a rather longer user id", ""}) {
    const GenerateResponse response =
        Generate(DefaultCatalogue(), user, 0, count);
    EXPECT_EQ(response.ByteSizeLong(), wire_bytes) << user;
    EXPECT_EQ(response.SerializeAsString().size(), wire_bytes) << user;
    EXPECT_EQ(Generate(other, user, 0, count).ByteSizeLong(), wire_bytes);
  }
  EXPECT_EQ(MakeReferenceResponse(count).ByteSizeLong(), wire_bytes);
}

INSTANTIATE_TEST_SUITE_P(Sizes, WireSizeTest,
                         testing::Values(SizeCase{100, 26'933},
                                         SizeCase{500, 134'933},
                                         SizeCase{2'000, 540'934},
                                         SizeCase{5'000, 1'353'934}));

TEST(BuildTest, WritesTheSameResponseToTheWire) {
  builder::StringOutput output;
  for (const int first : {0, 9'000}) {
    for (const int count : {0, 1, 100, 2'000}) {
      candidates::v1::GenerateResponseBuilder builder(&output);
      BuildCandidates(DefaultCatalogue(), "alice", first, count, &builder);
      std::string bytes;
      ASSERT_TRUE(output.Finish(&bytes).ok());
      GenerateResponse built;
      ASSERT_TRUE(built.ParseFromString(bytes));
      EXPECT_EQ(Text(built),
                Text(Generate(DefaultCatalogue(), "alice", first, count)));
      EXPECT_EQ(bytes.size(), built.ByteSizeLong());
    }
  }
}

TEST(CatalogueTest, ReferenceItemsHaveUniqueIdsAndTheStatedLength) {
  std::set<std::string> ids;
  for (size_t i = 0; i < DefaultCatalogue().size(); ++i) {
    const CatalogueItem& item = DefaultCatalogue().item(i);
    ids.insert(item.id);
    EXPECT_EQ(item.id.size() + item.cursor.size() + item.catalog_id.size() +
                  item.product_id.size() + item.source_tag.size(),
              kReferenceItemTextBytes);
  }
  EXPECT_EQ(ids.size(), kDefaultCatalogueSize);
}

TEST(CatalogueTest, DependsOnTheSeed) {
  EXPECT_NE(MakeReferenceCatalogue(1, 1).item(0).id,
            MakeReferenceCatalogue(1, 2).item(0).id);
}

// Fails if any platform or release makes other bytes.
TEST(CatalogueTest, FirstItemIsPinned) {
  const CatalogueItem& item = DefaultCatalogue().item(0);
  EXPECT_EQ(item.id, "4942f408-a8cd-7ee8-4d5f-fa338dee6f89");
  EXPECT_EQ(item.cursor, "wgCC5WfMSOqNXvOwDxrKIC4ulNTj-yOn60bLpGZQzheQRAm0");
  EXPECT_EQ(item.catalog_id, "catalog-020a6ccbcf2d5e93");
  EXPECT_EQ(item.product_id, "product-5ce5278b05a6f58f");
  EXPECT_EQ(item.source_tag, "retrieval.best_sold.shard-e63c");
}

TEST(GenerateCandidatesTest, SameUserGetsTheSameAndAnotherUserOthers) {
  const GenerateResponse one = Generate(DefaultCatalogue(), "alice", 0, 50);
  EXPECT_EQ(Text(one), Text(Generate(DefaultCatalogue(), "alice", 0, 50)));
  EXPECT_NE(Text(one), Text(Generate(DefaultCatalogue(), "bob", 0, 50)));
}

TEST(GenerateCandidatesTest, FirstCandidateIsPinned) {
  const GenerateResponse response = MakeReferenceResponse(1);
  EXPECT_EQ(response.response_id(), "7c102d36-1a85-314c-e459-825212106862");
  EXPECT_EQ(response.model_version(), 7483);
  EXPECT_EQ(response.candidates(0).id(),
            "e905113d-979e-d46a-30a0-7cf112c77df9");
  EXPECT_EQ(response.candidates(0).metadata().at("relevance_score"),
            "0.8203189");
}

TEST(GenerateCandidatesTest, ChunksContinueTheRanks) {
  const GenerateResponse whole = Generate(DefaultCatalogue(), "alice", 0, 100);
  GenerateResponse joined = Generate(DefaultCatalogue(), "alice", 0, 33);
  for (int first = 33; first < 100; first += 33) {
    const GenerateResponse chunk =
        Generate(DefaultCatalogue(), "alice", first, std::min(33, 100 - first));
    EXPECT_EQ(chunk.response_id(), whole.response_id());
    EXPECT_EQ(chunk.model_version(), whole.model_version());
    for (const Candidate& c : chunk.candidates()) *joined.add_candidates() = c;
  }
  EXPECT_EQ(Text(joined), Text(whole));
}

TEST(GenerateCandidatesTest, WholeCatalogueHasUniqueIdsAndFallingScores) {
  const Catalogue catalogue = MakeReferenceCatalogue(997, 5);
  const GenerateResponse response = Generate(catalogue, "alice", 0, 997);
  std::set<std::string> ids;
  std::string last_score = "1";
  int rank = 0;
  for (const Candidate& candidate : response.candidates()) {
    ids.insert(candidate.id());
    const std::string& score = candidate.metadata().at("relevance_score");
    EXPECT_EQ(score.size(), 9u);
    EXPECT_LT(score, last_score);
    last_score = score;
    EXPECT_EQ(candidate.metadata().at("rank"), std::to_string(++rank));
    EXPECT_EQ(candidate.metadata().size(), 6u);
  }
  EXPECT_EQ(ids.size(), 997u);
}

TEST(GenerateCandidatesTest, ReplacesWhatTheResponseHeld) {
  GenerateResponse response = Generate(DefaultCatalogue(), "bob", 0, 80);
  GenerateCandidates(DefaultCatalogue(), "alice", 3, 7, &response);
  EXPECT_EQ(Text(response), Text(Generate(DefaultCatalogue(), "alice", 3, 7)));
}

TEST(GenerateCandidatesTest, FillsMessagesOnArenas) {
  google::protobuf::Arena arena;
  GenerateResponse* response = GenerateResponse::default_instance().New(&arena);
  GenerateCandidates(DefaultCatalogue(), "alice", 0, 20, response);
  EXPECT_EQ(Text(*response),
            Text(Generate(DefaultCatalogue(), "alice", 0, 20)));
}

TEST(GenerateCandidatesTest, ModelVersionTakesTwoBytes) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    const Catalogue catalogue = MakeReferenceCatalogue(1, seed);
    const int version = Generate(catalogue, "alice", 0, 0).model_version();
    EXPECT_GE(version, 128);
    EXPECT_LE(version, 16'383);
  }
}

}  // namespace
}  // namespace backwire::workload
