#include "server/config/config_file.h"

#include <tuple>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "backwire/compat/protobuf_compat.h"
#include "google/protobuf/io/tokenizer.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"
#include "google/protobuf/text_format.h"
#include "server/file/file.h"

namespace backwire::config {
namespace {

using google::protobuf::TextFormat;

constexpr size_t kMaxFileBytes = size_t{1} << 20;

struct Place {
  int line = 0;  // both counted from 0, as protobuf does
  int column = 0;
};

// Ignores what it is told: for text whose faults were found before.
class NoErrors : public compat::ErrorCollector {
 public:
  void OnError(int, int, const std::string&) override {}
};

// The begin of the last token that stands before `place`; `place` itself if
// there is none.
Place TokenBefore(const std::string& text, const Place& place) {
  google::protobuf::io::ArrayInputStream stream(text.data(),
                                                static_cast<int>(text.size()));
  NoErrors errors;
  google::protobuf::io::Tokenizer tokenizer(&stream, &errors);
  tokenizer.set_comment_style(
      google::protobuf::io::Tokenizer::SH_COMMENT_STYLE);
  Place last = place;
  while (tokenizer.Next()) {
    const auto& token = tokenizer.current();
    if (std::tie(token.line, token.column) >=
        std::tie(place.line, place.column)) {
      break;
    }
    last = {token.line, token.column};
  }
  return last;
}

// Keeps the first error.
class FirstError : public compat::ErrorCollector {
 public:
  FirstError(const std::string& path, const std::string& text)
      : path_(path), text_(text) {}

  void OnError(int line, int column, const std::string& message) override {
    if (!error_.empty()) return;
    Place place = {line, column};
    if (IsToldOneTokenLate(message)) place = TokenBefore(text_, place);
    error_ = absl::StrCat(path_, ":", place.line + 1, ":", place.column + 1,
                          ": ", message);
  }

  const std::string& error() const { return error_; }

 private:
  // The parser notices a wrong name when it has already moved on, perhaps to
  // the next line.
  static bool IsToldOneTokenLate(const std::string& message) {
    return absl::StrContains(message, "has no field named") ||
           absl::StrContains(message, "specified multiple times") ||
           absl::StrContains(message, "Unknown enumeration value");
  }

  const std::string& path_;
  const std::string& text_;
  std::string error_;
};

// Newer versions deprecate this for another name, which older ones lack.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
TextFormat::ParseLocation LocationOf(
    const TextFormat::ParseInfoTree& tree,
    const google::protobuf::FieldDescriptor* field) {
  return tree.GetLocation(field, -1);
}
#pragma GCC diagnostic pop

void RecordLocation(const std::string& path, const ConfigKey& key,
                    const TextFormat::ParseInfoTree& root, ConfigFile* file) {
  const TextFormat::ParseInfoTree* tree = &root;
  const ConfigKey::FieldPath& fields = key.path();
  for (size_t i = 0; i + 1 < fields.size() && tree != nullptr; ++i) {
    tree = tree->GetTreeForNested(fields[i], -1);
  }
  if (tree == nullptr) return;
  const auto location = LocationOf(*tree, fields.back());
  if (location.line < 0) return;
  file->locations[key.name()] =
      absl::StrCat(path, ":", location.line + 1, ":", location.column + 1);
}

}  // namespace

absl::StatusOr<ConfigFile> ReadConfigFile(const std::string& path,
                                          const std::vector<ConfigKey>& keys) {
  absl::StatusOr<std::string> text = server::ReadFile(path, kMaxFileBytes);
  if (!text.ok()) return text.status();
  FirstError error(path, *text);
  TextFormat::ParseInfoTree tree;
  TextFormat::Parser parser;
  parser.RecordErrorsTo(&error);
  parser.WriteLocationsTo(&tree);
  ConfigFile file;
  if (!parser.ParseFromString(*text, &file.config)) {
    return absl::InvalidArgumentError(error.error());
  }
  for (const ConfigKey& key : keys) RecordLocation(path, key, tree, &file);
  return file;
}

}  // namespace backwire::config
