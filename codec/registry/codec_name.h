// The four codecs and the names under which configurations know them.
#ifndef BACKWIRE_REGISTRY_CODEC_NAME_H_
#define BACKWIRE_REGISTRY_CODEC_NAME_H_

#include <optional>
#include <string>

#include "absl/strings/string_view.h"

namespace backwire {

enum class CodecName {
  kStock,       // what gRPC C++ does by itself
  kReflective,  // protobuf reflection all the way down
  kGenerated,   // the code that protoc-gen-backwire wrote
  kParity,      // stock on the wire, generated compared beside it on a sample
};

// The name that configurations use: "stock", "reflective", "generated",
// "parity".
absl::string_view ToString(CodecName name);

// The codec of that name; nullopt for any other text. Names are lower-case.
std::optional<CodecName> ParseCodecName(absl::string_view text);

// All names, for messages and help texts: "stock, reflective, generated,
// parity".
std::string ValidCodecNames();

}  // namespace backwire

#endif  // BACKWIRE_REGISTRY_CODEC_NAME_H_
