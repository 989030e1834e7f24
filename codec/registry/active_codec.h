// The process-wide choice of the codec: made once, before the first RPC, and
// never changed afterwards.
#ifndef BACKWIRE_REGISTRY_ACTIVE_CODEC_H_
#define BACKWIRE_REGISTRY_ACTIVE_CODEC_H_

#include "absl/status/status.h"
#include "backwire/registry/codec_name.h"

namespace backwire {

class ProcessCounts;
class TypeTable;

// Makes `name` the codec of this process and freezes the table of types.
// Choosing the same codec again is fine. FAILED_PRECONDITION: another codec was
// chosen before; it stays. Thread-safe. A service calls backwire::Start()
// (backwire/grpc/start.h), which calls this.
absl::Status ChooseCodec(CodecName name);

// The chosen codec; kStock before any choice. Thread-safe.
CodecName ActiveCodec();

// The choice as the seam asks for it on every message. Immutable.
struct CodecChoice {
  CodecName name;
  const TypeTable* types;
  // By the numbers of the table's entries.
  ProcessCounts* counts;
};

// nullptr before any choice. Thread-safe; lives as long as the process.
const CodecChoice* TheCodecChoice();

}  // namespace backwire

#endif  // BACKWIRE_REGISTRY_ACTIVE_CODEC_H_
