#include "codec_report.h"

#include "backwire/registry/active_codec.h"
#include "backwire/registry/counters.h"

void PrintCodecReport(std::ostream& out) {
  out << "codec " << backwire::ToString(backwire::ActiveCodec()) << "\n";
  const backwire::CodecCounters counters = backwire::SnapshotCounters();
  for (const backwire::TypeCounters& type : counters.types) {
    if (type.encoded_messages + type.decoded_messages == 0) continue;
    out << type.type_name << ": encoded " << type.encoded_messages
        << ", decoded " << type.decoded_messages << ", errors "
        << type.decode_errors << ", compared " << type.parity_checks
        << ", different " << type.parity_differences << "\n";
  }
  out << "left to stock: encoded " << counters.fall_through_encodes
      << ", decoded " << counters.fall_through_decodes << std::endl;
}
