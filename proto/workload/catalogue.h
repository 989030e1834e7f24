// The items that candidates are made of, held in memory. The reference
// catalogue is generated from a seed, is the same on every platform, and every
// item of it carries exactly kReferenceItemTextBytes of text: the exact sizes
// of the reference responses on the wire follow from that.
#ifndef BACKWIRE_PROTO_WORKLOAD_CATALOGUE_H_
#define BACKWIRE_PROTO_WORKLOAD_CATALOGUE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace backwire::workload {

// One item. All texts are UTF-8.
struct CatalogueItem {
  std::string id;  // unique within its catalogue
  std::string cursor;
  std::string catalog_id;
  std::string product_id;
  std::string source_tag;
};

// The bytes of the five texts of an item of the reference catalogue.
inline constexpr size_t kReferenceItemTextBytes = 162;

// What the server and MakeReferenceResponse() use unless told otherwise.
inline constexpr size_t kDefaultCatalogueSize = 20'000;
inline constexpr uint64_t kDefaultCatalogueSeed = 20'201'130;

// Owns its items. Immutable, so all its members are thread-safe.
class Catalogue {
 public:
  // REQUIRES: at least one item, and ids that are unique (a loader checks it).
  explicit Catalogue(std::vector<CatalogueItem> items);

  size_t size() const { return items_.size(); }

  // Borrowed from the catalogue. REQUIRES: index < size().
  const CatalogueItem& item(size_t index) const { return items_[index]; }

  // A hash of all items' ids in their order: what this catalogue's responses
  // are seeded with.
  uint64_t fingerprint() const { return fingerprint_; }

 private:
  std::vector<CatalogueItem> items_;
  uint64_t fingerprint_;
};

// The same items for the same arguments, on every platform. REQUIRES:
// item_count > 0.
Catalogue MakeReferenceCatalogue(size_t item_count, uint64_t seed);

}  // namespace backwire::workload

#endif  // BACKWIRE_PROTO_WORKLOAD_CATALOGUE_H_
