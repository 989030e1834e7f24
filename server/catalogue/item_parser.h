// Turns one line of a catalogue file into an item.
#ifndef BACKWIRE_SERVER_CATALOGUE_ITEM_PARSER_H_
#define BACKWIRE_SERVER_CATALOGUE_ITEM_PARSER_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "proto/workload/catalogue.h"

namespace backwire::server {

// INVALID_ARGUMENT: what is wrong with the line, without its number.
absl::StatusOr<workload::CatalogueItem> ParseCatalogueItem(
    absl::string_view line);

}  // namespace backwire::server

#endif  // BACKWIRE_SERVER_CATALOGUE_ITEM_PARSER_H_
