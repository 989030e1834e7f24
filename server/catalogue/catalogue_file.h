// Reads a catalogue from a JSON-lines file:
//
//   line = { "id": text, "cursor": text, "catalog_id": text,
//            "product_id": text, "source_tag": text }
//
// with the keys in any order. Blank lines are skipped. A catalogue is taken as
// a whole or not at all.
#ifndef BACKWIRE_SERVER_CATALOGUE_CATALOGUE_FILE_H_
#define BACKWIRE_SERVER_CATALOGUE_CATALOGUE_FILE_H_

#include <cstddef>
#include <string>

#include "absl/status/statusor.h"
#include "proto/workload/catalogue.h"

namespace backwire::server {

inline constexpr size_t kMaxCatalogueItems = 10'000'000;
inline constexpr size_t kMaxCatalogueLineBytes = 65'536;
inline constexpr size_t kMaxIdBytes = 256;      // and at least 1
inline constexpr size_t kMaxValueBytes = 1024;  // of the other texts

// INVALID_ARGUMENT: the first fault, as "items.jsonl:3: …": no JSON, a missing,
// unknown or repeated key, a value that is no text or too long, text that is
// not UTF-8, an id that an earlier line has, a line or file beyond the limits,
// a file without items. NOT_FOUND and others: the file cannot be read.
absl::StatusOr<workload::Catalogue> ReadCatalogueFile(const std::string& path);

}  // namespace backwire::server

#endif  // BACKWIRE_SERVER_CATALOGUE_CATALOGUE_FILE_H_
