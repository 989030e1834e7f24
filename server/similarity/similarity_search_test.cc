#include "server/similarity/similarity_search.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace backwire::server {
namespace {

using ::testing::HasSubstr;
using workload::Catalogue;
using workload::ScoredItem;

constexpr uint64_t kSeed = 7;

const Catalogue& Items() {
  static const auto* items =
      new Catalogue(workload::MakeReferenceCatalogue(1000, 1));
  return *items;
}

const SimilaritySearch& Search() {
  static const auto* search =
      new SimilaritySearch(*SimilaritySearch::Make(Items(), kSeed));
  return *search;
}

std::set<uint32_t> IndicesOf(const std::vector<ScoredItem>& items) {
  std::set<uint32_t> indices;
  for (const ScoredItem& each : items) indices.insert(each.item);
  return indices;
}

float Product(const Embedding& a, const Embedding& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0f);
}

std::vector<Embedding> Embeddings(const Catalogue& items) {
  std::vector<Embedding> embeddings;
  for (size_t i = 0; i < items.size(); ++i) {
    embeddings.push_back(MakeEmbedding(items.item(i).id, kSeed));
  }
  return embeddings;
}

TEST(EmbeddingsTest, HaveLengthOneAndFollowFromIdAndSeed) {
  const Embedding one = MakeEmbedding("one", 1);
  EXPECT_NEAR(Product(one, one), 1, 1e-5);
  EXPECT_EQ(one, MakeEmbedding("one", 1));
  EXPECT_NE(one, MakeEmbedding("two", 1));
  EXPECT_NE(one, MakeEmbedding("one", 2));
}

TEST(FeatureStoreTest, DecodesWhatWasAdded) {
  FeatureStore store;
  std::vector<Features> added;
  for (const char* id : {"a", "b", "c", "d"}) {
    added.push_back(MakeFeatures(id, kSeed));
    store.Add(added.back());
  }
  Features limits;
  limits.dense.fill(-1);
  limits.sparse = {0, 1, 4095};
  store.Add(limits);
  added.push_back(limits);
  ASSERT_EQ(store.size(), added.size());
  Features decoded;
  for (const size_t index : {4, 0, 3, 1, 2}) {
    store.Decode(index, &decoded);
    EXPECT_EQ(decoded.sparse, added[index].sparse);
    for (size_t i = 0; i < kDenseFeatures; ++i) {
      EXPECT_FLOAT_EQ(decoded.dense[i], added[index].dense[i]);
    }
  }
}

TEST(FeatureStoreTest, MatchesEqualFeaturesBest) {
  Features user, same, other;
  user.dense.fill(1);
  user.sparse = {1, 5, 9};
  same = user;
  other.dense.fill(-1);
  other.sparse = {2, 5};
  EXPECT_FLOAT_EQ(Match(user, same), 0.5f + 0.5f * 3 / kMaxSparseFeatures);
  EXPECT_FLOAT_EQ(Match(user, other), 0.5f * 1 / kMaxSparseFeatures);
}

// Held against a look at every item: the graph's search is not exact, but not
// far off.
TEST(VectorIndexTest, FindsNearlyTheNearest) {
  const std::vector<Embedding> embeddings = Embeddings(Items());
  const auto index = VectorIndex::Make(embeddings);
  ASSERT_TRUE(index.ok()) << index.status();
  const Embedding query = MakeEmbedding("user-0001", kSeed);
  std::vector<uint32_t> exact(embeddings.size());
  std::iota(exact.begin(), exact.end(), 0);
  std::sort(exact.begin(), exact.end(), [&](uint32_t a, uint32_t b) {
    return Product(query, embeddings[a]) > Product(query, embeddings[b]);
  });
  std::set<uint32_t> nearest(exact.begin(), exact.begin() + 100);
  int common = 0;
  for (const Neighbour& found : index->Search(query, 100)) {
    common += nearest.count(found.item);
    EXPECT_NEAR(found.similarity, Product(query, embeddings[found.item]), 1e-5);
  }
  EXPECT_GE(common, 90);
}

TEST(VectorIndexTest, FindsExactlyAsManyAsAskedFor) {
  for (const size_t size : {1, 2, 1000}) {
    std::vector<Embedding> embeddings = Embeddings(Items());
    embeddings.resize(size);
    const auto index = VectorIndex::Make(embeddings);
    for (const size_t count : {size_t{1}, size / 2, size - 1, size}) {
      if (count == 0) continue;
      std::set<uint32_t> items;
      for (const Neighbour& found : index->Search(embeddings[0], count)) {
        items.insert(found.item);
      }
      EXPECT_EQ(items.size(), count) << "of " << size;
    }
  }
}

// All of one place: the graph links each to a few, and its search finds no way
// to the others.
TEST(VectorIndexTest, FindsWhatTheGraphCannotReach) {
  const Embedding same = MakeEmbedding("same", kSeed);
  const auto index = VectorIndex::Make(std::vector<Embedding>(2000, same));
  std::set<uint32_t> items;
  for (const Neighbour& found : index->Search(same, 2000)) {
    items.insert(found.item);
    EXPECT_NEAR(found.similarity, 1, 1e-5);
  }
  EXPECT_EQ(items.size(), 2000u);
}

TEST(SimilaritySearchTest, FindsDifferentItemsBestFirst) {
  for (const size_t count : {1, 100, 1000}) {
    const std::vector<ScoredItem> found = Search().Find("user-0001", count);
    EXPECT_EQ(found.size(), count);
    EXPECT_EQ(IndicesOf(found).size(), count);
    for (size_t i = 0; i < found.size(); ++i) {
      EXPECT_LT(found[i].item, Items().size());
      EXPECT_LT(found[i].score, workload::kScoreUnits);
      if (i > 0) {
        EXPECT_LE(found[i].score, found[i - 1].score);
      }
    }
  }
}

TEST(SimilaritySearchTest, FollowsFromUserCatalogueAndSeed) {
  const auto same = SimilaritySearch::Make(Items(), kSeed);
  const auto other = SimilaritySearch::Make(Items(), kSeed + 1);
  const auto indices = [](const SimilaritySearch& search, const char* user) {
    return IndicesOf(search.Find(user, 50));
  };
  EXPECT_EQ(indices(*same, "alice"), indices(Search(), "alice"));
  EXPECT_NE(indices(*other, "alice"), indices(Search(), "alice"));
  EXPECT_NE(indices(Search(), "bob"), indices(Search(), "alice"));
}

// The features decide among items that are equally near.
TEST(SimilaritySearchTest, RanksByFeaturesToo) {
  const std::vector<ScoredItem> found = Search().Find("alice", 1000);
  const Embedding query = MakeEmbedding("alice", kSeed);
  int against_nearness = 0;
  for (size_t i = 1; i < found.size(); ++i) {
    const auto nearness = [&](const ScoredItem& each) {
      return Product(query, MakeEmbedding(Items().item(each.item).id, kSeed));
    };
    against_nearness += nearness(found[i]) > nearness(found[i - 1]);
  }
  EXPECT_GT(against_nearness, 100);
}

TEST(SimilaritySearchTest, RefusesACatalogueThatIsTooLarge) {
  const Catalogue large(
      std::vector<workload::CatalogueItem>(kMaxSimilarityItems + 1));
  const absl::Status status = SimilaritySearch::Make(large, 1).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()), HasSubstr("up to 100000 items"));
}

}  // namespace
}  // namespace backwire::server
