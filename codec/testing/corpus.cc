#include "backwire/testing/corpus.h"

#include <algorithm>
#include <fstream>
#include <system_error>

#include "backwire/testing/wire_scan.h"
#include "backwire/testing/wire_text.h"

namespace backwire::testing {
namespace {

constexpr const char* kTypeNames[] = {"VARINT", "I64",    "LEN",
                                      "SGROUP", "EGROUP", "I32"};

bool IsText(std::string_view bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](char c) {
    return c >= ' ' && c <= '~' && c != '"' && c != '\\';
  });
}

// In hex if it has bits that no value needs.
std::string Number(const ScannedVarint& varint) {
  const std::string text = "v" + std::to_string(varint.value);
  if (varint.bytes == Varint(varint.value)) return text;
  const size_t size = varint.bytes.size();
  if (varint.bytes != Varint(varint.value, size)) return HexOf(varint.bytes);
  return text + "/" + std::to_string(size);
}

std::string Tag(const ScannedRecord& record) {
  if (record.tag.bytes != Varint(record.tag.value)) return Number(record.tag);
  return std::to_string(record.number()) + ":" + kTypeNames[record.type()];
}

std::string Records(std::string_view bytes, int depth);

// A payload with its length prefix.
std::string Payload(const ScannedRecord& record, int depth) {
  const std::string_view bytes = record.payload;
  std::string inner = IsText(bytes) ? '"' + std::string(bytes) + '"'
                                    : Records(bytes, depth + 1);
  if (bytes.empty()) inner.clear();
  if (record.length.bytes == Varint(bytes.size())) {
    return inner.empty() ? "{}" : "{ " + inner + " }";
  }
  return Number(record.length) + (inner.empty() ? "" : " " + inner);
}

std::string RecordText(const ScannedRecord& record, int depth) {
  switch (record.type()) {
    case wire::kVarint:
      return Tag(record) + " " + Number(record.value);
    case wire::kLen:
      return Tag(record) + " " + Payload(record, depth);
    case wire::kI64:
    case wire::kI32:
      return Tag(record) + " " + HexOf(record.payload);
    case wire::kSGroup:
    case wire::kEGroup:
      break;
  }
  return Tag(record);
}

// What is no record any more comes out in hex.
std::string Records(std::string_view bytes, int depth) {
  std::string text;
  ScannedRecord record;
  while (depth < 100 && ScanRecord(bytes, &record)) {
    if (!text.empty()) text += ' ';
    text += RecordText(record, depth);
    bytes.remove_prefix(record.size_bytes);
  }
  if (!text.empty() && !bytes.empty()) text += ' ';
  return text + HexOf(bytes);
}

// Breaks lines at blanks, outside of quoted text.
std::string Wrapped(std::string_view text) {
  constexpr size_t kLineBytes = 78;
  std::string out;
  size_t column = 0;
  while (!text.empty()) {
    size_t end = 0;
    for (bool quoted = false; end < text.size(); ++end) {
      if (text[end] == '"') quoted = !quoted;
      if (text[end] == ' ' && !quoted) break;
    }
    if (column > 0) {
      const bool fits = column + 1 + end <= kLineBytes;
      out += fits ? ' ' : '\n';
      column = fits ? column + 1 : 0;
    }
    out += text.substr(0, end);
    column += end;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

}  // namespace

std::optional<CorpusCase> ReadCorpusCase(const std::filesystem::path& path,
                                         std::string* error) {
  std::ifstream file(path);
  CorpusCase result;
  std::string text;
  bool has_comment = false;
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("type: ", 0) == 0) {
      result.type = line.substr(6);
    } else {
      has_comment = has_comment || line.rfind("# ", 0) == 0;
      text += line + "\n";
    }
  }
  const std::optional<std::string> bytes = ParseWireText(text, error);
  if (bytes.has_value() && has_comment && !result.type.empty()) {
    result.bytes = *bytes;
    return result;
  }
  if (bytes.has_value()) {
    *error =
        has_comment ? "no line \"type: NAME\"" : "no comment says what it is";
  }
  *error = path.string() + ": " + *error;
  return std::nullopt;
}

std::vector<std::filesystem::path> ListCorpus(
    const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> paths;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".txt") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::string CorpusText(std::string_view why, const CorpusCase& input) {
  return "# " + std::string(why) + "\ntype: " + input.type + "\n" +
         Wrapped(Records(input.bytes, 0)) + "\n";
}

}  // namespace backwire::testing
