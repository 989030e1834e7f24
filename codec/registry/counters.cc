#include "backwire/registry/counters.h"

#include "backwire/registry/active_codec.h"
#include "backwire/registry/type_table.h"

namespace backwire {
namespace {

uint64_t Value(const std::atomic<uint64_t>& counter) {
  return counter.load(std::memory_order_relaxed);
}

TypeCounters CountersOf(const TypeEntry& entry) {
  TypeCounters counters;
  counters.type_name = entry.codec->full_name;
  counters.encoded_messages = Value(entry.encoded_messages);
  counters.encoded_bytes = Value(entry.encoded_bytes);
  counters.decoded_messages = Value(entry.decoded_messages);
  counters.decoded_bytes = Value(entry.decoded_bytes);
  counters.decode_errors = Value(entry.decode_errors);
  counters.timed_encodes = Value(entry.timed_encodes);
  counters.timed_encode_ns = Value(entry.timed_encode_ns);
  counters.timed_decodes = Value(entry.timed_decodes);
  counters.timed_decode_ns = Value(entry.timed_decode_ns);
  counters.parity_checks = Value(entry.parity_checks);
  counters.parity_differences = Value(entry.parity_differences);
  counters.parity_skipped = Value(entry.parity_skipped);
  return counters;
}

}  // namespace

CodecCounters SnapshotCounters() {
  CodecCounters counters;
  const CodecChoice* const choice = TheCodecChoice();
  if (choice == nullptr) return counters;
  for (const TypeEntry* entry : choice->types->entries()) {
    counters.types.push_back(CountersOf(*entry));
  }
  counters.fall_through_encodes = Value(choice->types->fall_through_encodes());
  counters.fall_through_decodes = Value(choice->types->fall_through_decodes());
  return counters;
}

}  // namespace backwire
