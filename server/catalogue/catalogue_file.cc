#include "server/catalogue/catalogue_file.h"

#include <fstream>
#include <unordered_map>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "server/catalogue/item_parser.h"
#include "server/file/file.h"

namespace backwire::server {
namespace {

using workload::Catalogue;
using workload::CatalogueItem;

// Collects items line by line and keeps ids unique.
class CatalogueBuilder {
 public:
  absl::Status AddLine(size_t line_number, absl::string_view line) {
    if (absl::StripAsciiWhitespace(line).empty()) return absl::OkStatus();
    if (items_.size() == kMaxCatalogueItems) {
      return absl::InvalidArgumentError(
          absl::StrCat("more than ", kMaxCatalogueItems, " items"));
    }
    absl::StatusOr<CatalogueItem> item = ParseCatalogueItem(line);
    if (!item.ok()) return item.status();
    const auto [it, is_new] = line_of_id_.try_emplace(item->id, line_number);
    if (!is_new) {
      return absl::InvalidArgumentError(absl::StrCat(
          "id \"", item->id, "\" is already on line ", it->second));
    }
    items_.push_back(*std::move(item));
    return absl::OkStatus();
  }

  std::vector<CatalogueItem> TakeItems() && { return std::move(items_); }

 private:
  std::vector<CatalogueItem> items_;
  std::unordered_map<std::string, size_t> line_of_id_;
};

enum class LineResult { kLine, kEnd, kTooLong, kReadError };

// Never holds more than one line's limit, whatever the file is.
LineResult ReadLine(std::ifstream* stream, std::vector<char>* buffer,
                    absl::string_view* line) {
  stream->getline(buffer->data(), static_cast<std::streamsize>(buffer->size()));
  const auto count = static_cast<size_t>(stream->gcount());
  if (stream->bad()) return LineResult::kReadError;
  if (stream->eof() && count == 0) return LineResult::kEnd;
  if (stream->fail()) return LineResult::kTooLong;
  // The count includes the newline, which the last line may lack.
  *line = absl::string_view(buffer->data(), stream->eof() ? count : count - 1);
  return LineResult::kLine;
}

absl::Status ReadLines(std::ifstream* stream, CatalogueBuilder* builder,
                       size_t* line_number) {
  std::vector<char> buffer(kMaxCatalogueLineBytes + 1);
  absl::string_view line;
  for (*line_number = 1;; ++*line_number) {
    switch (ReadLine(stream, &buffer, &line)) {
      case LineResult::kEnd:
        return absl::OkStatus();
      case LineResult::kReadError:
        return absl::DataLossError("the file cannot be read further");
      case LineResult::kTooLong:
        return absl::InvalidArgumentError(
            absl::StrCat("longer than ", kMaxCatalogueLineBytes, " bytes"));
      case LineResult::kLine:
        break;
    }
    const absl::Status status = builder->AddLine(*line_number, line);
    if (!status.ok()) return status;
  }
}

}  // namespace

absl::StatusOr<Catalogue> ReadCatalogueFile(const std::string& path) {
  absl::StatusOr<std::ifstream> stream = OpenFile(path);
  if (!stream.ok()) return stream.status();
  CatalogueBuilder builder;
  size_t line_number = 0;
  const absl::Status status = ReadLines(&*stream, &builder, &line_number);
  if (!status.ok()) {
    return absl::Status(status.code(), absl::StrCat(path, ":", line_number,
                                                    ": ", status.message()));
  }
  std::vector<CatalogueItem> items = std::move(builder).TakeItems();
  if (items.empty()) {
    return absl::InvalidArgumentError(absl::StrCat(path, ": has no items"));
  }
  return Catalogue(std::move(items));
}

}  // namespace backwire::server
