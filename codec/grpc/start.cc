#include "backwire/grpc/start.h"

#include "absl/strings/str_cat.h"
#include "backwire/grpc/seam_link.h"
#include "backwire/grpc/self_check.h"
#include "backwire/registry/active_codec.h"
#include "backwire/registry/log.h"
#include "backwire/registry/parity.h"

namespace backwire {
namespace {

CodecName NameOrStock(const std::string& text) {
  if (text.empty()) return CodecName::kStock;
  const std::optional<CodecName> name = ParseCodecName(text);
  if (name.has_value()) return *name;
  Log(LogSeverity::kWarning,
      absl::StrCat("unknown codec \"", text, "\": using stock; the codecs are ",
                   ValidCodecNames()));
  return CodecName::kStock;
}

}  // namespace

absl::Status Start(const StartOptions& options) {
  grpc_glue::LinkSeam();
  absl::Status status = SetParitySampleRate(options.parity_sample_rate);
  if (!status.ok()) return status;
  status = SetParityMaxMessageBytes(options.parity_max_message_bytes);
  if (!status.ok()) return status;
  const CodecName name = NameOrStock(options.codec);
  status = ChooseCodec(name);
  if (!status.ok()) return status;
  // Stock does its work whether or not calls reach us.
  if (name != CodecName::kStock) status = grpc_glue::CheckCallPath();
  if (!status.ok()) return status;
  Log(LogSeverity::kInfo, absl::StrCat("codec: ", ToString(name)));
  return absl::OkStatus();
}

}  // namespace backwire
