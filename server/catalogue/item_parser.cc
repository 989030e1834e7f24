#include "server/catalogue/item_parser.h"

#include <bitset>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "server/catalogue/catalogue_file.h"

namespace backwire::server {
namespace {

using workload::CatalogueItem;
using Json = nlohmann::json;

struct ItemKey {
  const char* name;
  std::string CatalogueItem::*member;
  size_t min_bytes;
  size_t max_bytes;
};

constexpr ItemKey kItemKeys[] = {
    {"id", &CatalogueItem::id, 1, kMaxIdBytes},
    {"cursor", &CatalogueItem::cursor, 0, kMaxValueBytes},
    {"catalog_id", &CatalogueItem::catalog_id, 0, kMaxValueBytes},
    {"product_id", &CatalogueItem::product_id, 0, kMaxValueBytes},
    {"source_tag", &CatalogueItem::source_tag, 0, kMaxValueBytes},
};
constexpr size_t kItemKeyCount = sizeof(kItemKeys) / sizeof(kItemKeys[0]);

// Takes the parser's events and stops at the first that does not belong into an
// item: a document tree would hide a key that occurs twice.
class ItemHandler : public nlohmann::json_sax<Json> {
 public:
  bool null() override { return WrongType("null"); }
  bool boolean(bool) override { return WrongType("a truth value"); }
  bool number_integer(number_integer_t) override { return WrongNumber(); }
  bool number_unsigned(number_unsigned_t) override { return WrongNumber(); }
  bool number_float(number_float_t, const string_t&) override {
    return WrongNumber();
  }
  bool binary(binary_t&) override { return WrongType("binary"); }
  bool start_array(std::size_t) override { return WrongType("an array"); }
  bool end_array() override { return true; }
  bool end_object() override { return true; }

  bool start_object(std::size_t) override {
    if (in_object_) return WrongType("an object");
    in_object_ = true;
    return true;
  }

  bool key(string_t& name) override {
    for (size_t i = 0; i < kItemKeyCount; ++i) {
      if (name != kItemKeys[i].name) continue;
      current_ = &kItemKeys[i];
      if (seen_[i]) return Fail(absl::StrCat("key \"", name, "\" is repeated"));
      seen_[i] = true;
      return true;
    }
    return Fail(absl::StrCat("unknown key \"", name,
                             "\"; an item has id, cursor, catalog_id, "
                             "product_id and source_tag"));
  }

  bool string(string_t& value) override {
    if (current_ == nullptr) return WrongType("a text");
    if (value.size() < current_->min_bytes ||
        value.size() > current_->max_bytes) {
      return Fail(absl::StrCat("\"", current_->name, "\" has ", value.size(),
                               " bytes; give ", current_->min_bytes, " to ",
                               current_->max_bytes));
    }
    item_.*current_->member = std::move(value);
    return true;
  }

  bool parse_error(std::size_t position, const std::string&,
                   const Json::exception& error) override {
    // The library's text repeats the position and its own error number.
    const std::string text = error.what();
    const size_t detail = text.find(": ");
    return Fail(
        absl::StrCat("no valid JSON at byte ", position, ": ",
                     detail == text.npos ? text : text.substr(detail + 2)));
  }

  absl::StatusOr<CatalogueItem> TakeItem() && {
    for (size_t i = 0; i < kItemKeyCount && error_.empty(); ++i) {
      if (!seen_[i]) {
        Fail(absl::StrCat("key \"", kItemKeys[i].name, "\" is missing"));
      }
    }
    if (!error_.empty()) return absl::InvalidArgumentError(error_);
    return std::move(item_);
  }

 private:
  bool Fail(std::string text) {
    error_ = std::move(text);
    return false;
  }

  bool WrongNumber() { return WrongType("a number"); }

  bool WrongType(const char* found) {
    if (current_ == nullptr) {
      return Fail(absl::StrCat("found ", found, " where an object belongs"));
    }
    return Fail(
        absl::StrCat("\"", current_->name, "\" is ", found, ", not a text"));
  }

  CatalogueItem item_;
  const ItemKey* current_ = nullptr;
  std::bitset<kItemKeyCount> seen_;
  bool in_object_ = false;
  std::string error_;
};

}  // namespace

absl::StatusOr<CatalogueItem> ParseCatalogueItem(absl::string_view line) {
  ItemHandler handler;
  Json::sax_parse(line.begin(), line.end(), &handler);
  return std::move(handler).TakeItem();
}

}  // namespace backwire::server
