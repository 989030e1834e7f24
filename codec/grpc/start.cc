#include "backwire/grpc/start.h"

#include "absl/strings/str_cat.h"
#include "backwire/registry/active_codec.h"
#include "backwire/registry/log.h"

namespace backwire {

absl::Status Start(const StartOptions& options) {
  CodecName name = CodecName::kStock;
  if (!options.codec.empty()) {
    const auto parsed = ParseCodecName(options.codec);
    if (parsed.has_value()) {
      name = *parsed;
    } else {
      Log(LogSeverity::kWarning,
          absl::StrCat("unknown codec \"", options.codec, "\": using stock; ",
                       "the codecs are ", ValidCodecNames()));
    }
  }
  absl::Status status = ChooseCodec(name);
  if (!status.ok()) return status;
  Log(LogSeverity::kInfo, absl::StrCat("codec: ", ToString(ActiveCodec())));
  return absl::OkStatus();
}

}  // namespace backwire
