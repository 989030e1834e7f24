#include "backwire/registry/counters.h"

#include "backwire/registry/active_codec.h"
#include "backwire/registry/message_counts.h"
#include "backwire/registry/type_table.h"

namespace backwire {
namespace {

uint64_t Value(const std::atomic<uint64_t>& counter) {
  return counter.load(std::memory_order_relaxed);
}

TypeCounters CountersOf(const TypeEntry& entry, const ProcessCounts& counts) {
  TypeCounters counters;
  const MessageTotals messages = counts.Total(entry.number);
  counters.type_name = entry.codec->full_name;
  counters.encoded_messages = messages.encoded_messages;
  counters.encoded_bytes = messages.encoded_bytes;
  counters.decoded_messages = messages.decoded_messages;
  counters.decoded_bytes = messages.decoded_bytes;
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
    counters.types.push_back(CountersOf(*entry, *choice->counts));
  }
  const MessageTotals others =
      choice->counts->Total(choice->types->number_of_others());
  counters.fall_through_encodes = others.encoded_messages;
  counters.fall_through_decodes = others.decoded_messages;
  return counters;
}

}  // namespace backwire
