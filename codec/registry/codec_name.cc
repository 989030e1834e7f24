#include "backwire/registry/codec_name.h"

#include <array>

#include "absl/strings/str_join.h"

namespace backwire {
namespace {

// Indexed by the enumerator's value.
constexpr std::array<absl::string_view, 4> kNames = {"stock", "reflective",
                                                     "generated", "parity"};

}  // namespace

absl::string_view ToString(CodecName name) {
  return kNames[static_cast<size_t>(name)];
}

std::optional<CodecName> ParseCodecName(absl::string_view text) {
  for (size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i] == text) return static_cast<CodecName>(i);
  }
  return std::nullopt;
}

std::string ValidCodecNames() { return absl::StrJoin(kNames, ", "); }

}  // namespace backwire
