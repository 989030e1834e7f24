#include "profiles/format/memory_map.h"

#include <string>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

namespace backwire::profiles {
namespace {

constexpr size_t kPathColumn = 5;

bool ParseLine(absl::string_view line, MappedFile& file) {
  const std::vector<absl::string_view> columns =
      absl::StrSplit(line, ' ', absl::SkipEmpty());
  if (columns.size() <= kPathColumn) return false;
  const std::pair<absl::string_view, absl::string_view> range =
      absl::StrSplit(columns[0], absl::MaxSplits('-', 1));
  const absl::string_view permissions = columns[1];
  file.path = absl::StrJoin(columns.begin() + kPathColumn, columns.end(), " ");
  return permissions.size() > 2 && permissions[2] == 'x' &&
         absl::SimpleHexAtoi(range.first, &file.start) &&
         absl::SimpleHexAtoi(range.second, &file.limit) &&
         absl::SimpleHexAtoi(columns[2], &file.offset) &&
         file.start < file.limit;
}

}  // namespace

std::vector<MappedFile> ParseMemoryMap(absl::string_view text) {
  std::vector<MappedFile> files;
  for (const absl::string_view line : absl::StrSplit(text, '\n')) {
    MappedFile file;
    if (ParseLine(line, file)) files.push_back(std::move(file));
  }
  return files;
}

}  // namespace backwire::profiles
