#include "proto/workload/catalogue.h"

#include <utility>

#include "proto/workload/random.h"

namespace backwire::workload {
namespace {

// Texts look like a recommender's: 36 + 48 + 24 + 24 + 30 = 162 bytes.
constexpr int kCursorChars = 48;

// Nine characters each, so that every source tag has the same length.
constexpr const char* kSources[] = {
    "two_tower", "co_viewed", "new_items", "favorites",
    "geo_local", "following", "bandit_v2", "best_sold",
};
constexpr size_t kSourceCount = sizeof(kSources) / sizeof(kSources[0]);

std::string MakeCursor(Random* random) {
  static constexpr char kAlphabet[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  constexpr int kCharsPerNumber = 8;  // 48 of its 64 bits
  std::string cursor;
  cursor.reserve(kCursorChars);
  while (cursor.size() < kCursorChars) {
    uint64_t bits = random->Next();
    for (int i = 0; i < kCharsPerNumber; ++i, bits >>= 6) {
      cursor.push_back(kAlphabet[bits & 63]);
    }
  }
  return cursor;
}

std::string MakeHexId(const char* prefix, Random* random) {
  std::string id = prefix;
  AppendHex(random->Next(), 16, &id);
  return id;
}

std::string MakeSourceTag(Random* random) {
  const uint64_t bits = random->Next();
  std::string tag = "retrieval.";
  tag += kSources[bits % kSourceCount];
  tag += ".shard-";
  AppendHex(bits >> 32, 4, &tag);
  return tag;
}

CatalogueItem MakeItem(Random* random) {
  CatalogueItem item;
  const uint64_t high = random->Next();
  item.id = MakeUuid(high, random->Next());
  item.cursor = MakeCursor(random);
  item.catalog_id = MakeHexId("catalog-", random);
  item.product_id = MakeHexId("product-", random);
  item.source_tag = MakeSourceTag(random);
  return item;
}

uint64_t Fingerprint(const std::vector<CatalogueItem>& items) {
  uint64_t hash = items.size();
  for (const CatalogueItem& item : items) {
    hash = Mix64(hash) ^ HashText(item.id);
  }
  return Mix64(hash);
}

}  // namespace

Catalogue::Catalogue(std::vector<CatalogueItem> items)
    : items_(std::move(items)), fingerprint_(Fingerprint(items_)) {}

Catalogue MakeReferenceCatalogue(size_t item_count, uint64_t seed) {
  Random random(seed);
  std::vector<CatalogueItem> items;
  items.reserve(item_count);
  for (size_t i = 0; i < item_count; ++i) items.push_back(MakeItem(&random));
  return Catalogue(std::move(items));
}

}  // namespace backwire::workload
