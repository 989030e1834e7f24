// What the codecs did, by message type: for status pages, metrics and tests
// that prove which path ran.
#ifndef BACKWIRE_REGISTRY_COUNTERS_H_
#define BACKWIRE_REGISTRY_COUNTERS_H_

#include <cstdint>
#include <string>
#include <vector>

namespace backwire {

// One message in that many is timed on average, of each type, direction and
// thread.
inline constexpr uint64_t kTimedEvery = 64;

// Counts of one message type since the process started. A message counts once,
// under the codec that did the work on the wire; the messages inside it do not
// count.
struct TypeCounters {
  std::string type_name;  // "candidates.v1.GenerateResponse"
  uint64_t encoded_messages = 0;
  uint64_t encoded_bytes = 0;
  uint64_t decoded_messages = 0;
  uint64_t decoded_bytes = 0;
  uint64_t decode_errors = 0;
  // Of each direction one message in kTimedEvery is timed; these are the
  // messages that were, and their time in all. It is elapsed time: on a machine
  // with more threads to run than cores, it holds what they waited.
  uint64_t timed_encodes = 0;
  uint64_t timed_encode_ns = 0;
  uint64_t timed_decodes = 0;
  uint64_t timed_decode_ns = 0;
  // Compared by `parity`; found different; drawn for a comparison that was
  // then left out (see RunParityCheck in registry/parity.h).
  uint64_t parity_checks = 0;
  uint64_t parity_differences = 0;
  uint64_t parity_skipped = 0;
};

struct CodecCounters {
  // One entry for every type with generated code, used or not, in order of
  // their names.
  std::vector<TypeCounters> types;
  // Messages that the seam handed to stock although another codec is active,
  // since their type has no code for it.
  uint64_t fall_through_encodes = 0;
  uint64_t fall_through_decodes = 0;
};

// A snapshot. Thread-safe; calls under way may be counted in part.
CodecCounters SnapshotCounters();

}  // namespace backwire

#endif  // BACKWIRE_REGISTRY_COUNTERS_H_
