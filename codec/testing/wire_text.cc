#include "backwire/testing/wire_text.h"

#include <array>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "backwire/wire/wire_format.h"

namespace backwire::testing {
namespace {

template <class T>
std::string BytesOf(T value) {
  return std::string(reinterpret_cast<const char*>(&value), sizeof(value));
}

bool ParseNumber(std::string_view text, uint64_t* value) {
  const absl::string_view digits(text.data(), text.size());
  int64_t negative = 0;
  if (!text.empty() && text[0] == '-' && absl::SimpleAtoi(digits, &negative)) {
    *value = static_cast<uint64_t>(negative);
    return true;
  }
  return absl::SimpleAtoi(digits, value);
}

// Recursive descent over the grammar in the header.
class Parser {
 public:
  Parser(std::string_view text, std::string* error)
      : text_(text), error_(error) {}

  bool Whole(std::string* out) {
    if (!Items('\0', out)) return false;
    return at_ == text_.size() || Fail("a bracket that was not opened");
  }

 private:
  bool Fail(std::string_view what) {
    *error_ = absl::StrCat("byte ", at_, ": ",
                           absl::string_view(what.data(), what.size()));
    return false;
  }

  void SkipSpace() {
    while (at_ < text_.size()) {
      if (text_[at_] == '#') {
        while (at_ < text_.size() && text_[at_] != '\n') ++at_;
      } else if (std::isspace(static_cast<unsigned char>(text_[at_])) != 0) {
        ++at_;
      } else {
        return;
      }
    }
  }

  // Up to the closing bracket, which is left, or the end.
  bool Items(char closing, std::string* out) {
    for (;;) {
      SkipSpace();
      if (at_ == text_.size()) {
        return closing == '\0' || Fail("a bracket is not closed");
      }
      const char c = text_[at_];
      if (c == '}' || c == ')') return c == closing || Fail("a wrong bracket");
      if (!Item(out)) return false;
    }
  }

  bool Item(std::string* out) {
    if (text_[at_] == '"') return Quoted(out);
    if (text_[at_] == '{') {
      std::string inner;
      if (!Bracketed('}', &inner)) return false;
      *out += Prefixed(inner);
      return true;
    }
    return Word(out);
  }

  bool Bracketed(char closing, std::string* inner) {
    ++at_;
    if (!Items(closing, inner)) return false;
    ++at_;
    return true;
  }

  bool Quoted(std::string* out) {
    for (++at_; at_ < text_.size(); ++at_) {
      char c = text_[at_];
      if (c == '"') {
        ++at_;
        return true;
      }
      if (c == '\\' && !Escape(&c)) return false;
      out->push_back(c);
    }
    return Fail("a string is not closed");
  }

  // Leaves the position at the escape's last character.
  bool Escape(char* c) {
    const std::string_view rest = text_.substr(at_ + 1);
    if (!rest.empty() && (rest[0] == '\\' || rest[0] == '"')) {
      *c = rest[0];
      ++at_;
      return true;
    }
    if (rest.size() < 3 || rest[0] != 'x' || !HexByte(rest.substr(1, 2), c)) {
      return Fail("an escape that is none of \\\\, \\\", \\xNN");
    }
    at_ += 3;
    return true;
  }

  static bool HexByte(std::string_view digits, char* c) {
    uint32_t value = 0;
    for (const char digit : digits) {
      if (std::isxdigit(static_cast<unsigned char>(digit)) == 0) return false;
    }
    if (std::sscanf(std::string(digits).c_str(), "%x", &value) != 1) {
      return false;
    }
    *c = static_cast<char>(value);
    return true;
  }

  bool Word(std::string* out) {
    const size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != '(' && text_[at_] != '{' &&
           text_[at_] != '}' && text_[at_] != ')' &&
           std::isspace(static_cast<unsigned char>(text_[at_])) == 0) {
      ++at_;
    }
    const std::string_view word = text_.substr(begin, at_ - begin);
    if (!word.empty() && word.back() == '*') return Repeated(word, out);
    char byte;
    if (word.size() == 2 && HexByte(word, &byte)) {
      out->push_back(byte);
      return true;
    }
    if (Number(word, out) || Tag(word, out)) return true;
    at_ = begin;
    return Fail(absl::StrCat("unknown item \"", std::string(word), "\""));
  }

  bool Repeated(std::string_view word, std::string* out) {
    uint64_t count;
    if (!ParseNumber(word.substr(0, word.size() - 1), &count) ||
        at_ == text_.size() || text_[at_] != '(') {
      return Fail("a repetition is N*( ... )");
    }
    std::string inner;
    if (!Bracketed(')', &inner)) return false;
    for (uint64_t i = 0; i < count; ++i) *out += inner;
    return true;
  }

  static bool Number(std::string_view word, std::string* out) {
    uint64_t value;
    if (word.substr(0, 4) == "i32:" && ParseNumber(word.substr(4), &value)) {
      *out += BytesOf(static_cast<uint32_t>(value));
      return true;
    }
    if (word.substr(0, 4) == "i64:" && ParseNumber(word.substr(4), &value)) {
      *out += BytesOf(value);
      return true;
    }
    if (word.empty() || word[0] != 'v') return false;
    const size_t slash = word.find('/');
    uint64_t size_bytes = 0;
    if (slash != std::string_view::npos &&
        (!ParseNumber(word.substr(slash + 1), &size_bytes) ||
         size_bytes == 0)) {
      return false;
    }
    const size_t end = slash == std::string_view::npos ? word.size() : slash;
    if (!ParseNumber(word.substr(1, end - 1), &value)) return false;
    *out += Varint(value, size_bytes);
    return true;
  }

  static bool Tag(std::string_view word, std::string* out) {
    static constexpr std::array<std::string_view, 6> kTypes = {
        "VARINT", "I64", "LEN", "SGROUP", "EGROUP", "I32"};
    const size_t colon = word.find(':');
    uint64_t number;
    if (colon == std::string_view::npos ||
        !ParseNumber(word.substr(0, colon), &number)) {
      return false;
    }
    const std::string_view type = word.substr(colon + 1);
    for (size_t i = 0; i < 8; ++i) {
      if ((i < kTypes.size() && type == kTypes[i]) ||
          type == std::to_string(i)) {
        *out += Varint(number << 3 | i);
        return true;
      }
    }
    return false;
  }

  std::string_view text_;
  std::string* error_;
  size_t at_ = 0;
};

}  // namespace

std::optional<std::string> ParseWireText(std::string_view text,
                                         std::string* error) {
  std::string out;
  if (!Parser(text, error).Whole(&out)) return std::nullopt;
  return out;
}

std::string Wire(std::string_view text) {
  std::string error;
  std::optional<std::string> bytes = ParseWireText(text, &error);
  if (bytes.has_value()) return *std::move(bytes);
  std::fprintf(stderr, "wire text is malformed: %s\n", error.c_str());
  std::abort();
}

std::string Varint(uint64_t value, size_t size_bytes) {
  if (size_bytes == 0) size_bytes = wire::VarintSize(value);
  std::string out;
  for (size_t i = 0; i + 1 < size_bytes; ++i) {
    out.push_back(static_cast<char>(value | 0x80));
    value >>= 7;
  }
  out.push_back(static_cast<char>(value & 0x7f));
  return out;
}

std::string Prefixed(std::string_view bytes, size_t prefix_bytes) {
  return Varint(bytes.size(), prefix_bytes).append(bytes);
}

std::string HexOf(std::string_view bytes) {
  std::string out;
  for (const char byte : bytes) {
    char text[4];
    std::snprintf(text, sizeof(text), "%02x ",
                  static_cast<unsigned>(static_cast<uint8_t>(byte)));
    out += text;
  }
  if (!out.empty()) out.pop_back();
  return out;
}

}  // namespace backwire::testing
