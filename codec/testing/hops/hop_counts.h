// How often the codecs were called for a type, between two moments.
#ifndef BACKWIRE_TESTING_HOPS_HOP_COUNTS_H_
#define BACKWIRE_TESTING_HOPS_HOP_COUNTS_H_

#include "absl/strings/string_view.h"
#include "backwire/registry/counters.h"

namespace backwire::hops {

// The counters of one type; all zero if no such type is registered.
inline TypeCounters CountersOf(absl::string_view type_name) {
  for (TypeCounters& counters : SnapshotCounters().types) {
    if (counters.type_name == type_name) return counters;
  }
  return {};
}

// Counts from its making on.
class HopCounts {
 public:
  explicit HopCounts(absl::string_view type_name)
      : type_name_(type_name), before_(CountersOf(type_name)) {}

  uint64_t Encoded() const {
    return Now().encoded_messages - before_.encoded_messages;
  }
  uint64_t Decoded() const {
    return Now().decoded_messages - before_.decoded_messages;
  }
  uint64_t DecodeErrors() const {
    return Now().decode_errors - before_.decode_errors;
  }
  uint64_t ParityChecks() const {
    return Now().parity_checks - before_.parity_checks;
  }
  uint64_t ParityDifferences() const {
    return Now().parity_differences - before_.parity_differences;
  }

 private:
  TypeCounters Now() const { return CountersOf(type_name_); }

  const absl::string_view type_name_;
  const TypeCounters before_;
};

}  // namespace backwire::hops

#endif  // BACKWIRE_TESTING_HOPS_HOP_COUNTS_H_
