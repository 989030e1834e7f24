// The comparison behind the `parity` codec: what generated code would have made
// of a message, held against what stock made of it. Differences are counted,
// and the first few logged with type, position and field, never with content.
#ifndef BACKWIRE_REGISTRY_PARITY_H_
#define BACKWIRE_REGISTRY_PARITY_H_

#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "backwire/registry/type_table.h"
#include "google/protobuf/message.h"

namespace backwire {

// Which share of the messages is compared: 0 to 1. INVALID_ARGUMENT otherwise.
// Thread-safe.
absl::Status SetParitySampleRate(double rate);

// True for that share of the calls, at random. Thread-safe.
bool SampleForParity();

// Messages of more bytes than this on the wire are not compared; 0 to 2 GiB -
// 1, INVALID_ARGUMENT otherwise. Thread-safe.
absl::Status SetParityMaxMessageBytes(size_t max_bytes);

// How many messages are compared at one time, in the whole process. A
// comparison holds a few copies of its message, so this and the largest size
// bound the memory that `parity` takes.
inline constexpr int kMaxParityChecksAtOnce = 8;

// Runs `check`, one of the two below, on a message of that many bytes; or
// leaves it out and counts it as skipped: if the message is too large, if too
// many comparisons run, or if the memory for it cannot be had. Thread-safe.
void RunParityCheck(size_t message_bytes, TypeEntry& entry,
                    absl::FunctionRef<void()> check);

// Encodes the message by stock and by generated code, both in deterministic
// mode, and compares the bytes. Thread-safe for one const message.
void CheckEncodeParity(const ::google::protobuf::MessageLite& msg,
                       TypeEntry& entry);

// Compares what stock made of an input with what generated code made of it.
// `accepted` says whether each took the input; the messages are read only if
// both did.
struct DecodeOutcome {
  bool accepted;
  const ::google::protobuf::MessageLite* msg;
};
void CheckDecodeParity(const DecodeOutcome& stock,
                       const DecodeOutcome& generated, TypeEntry& entry);

// The field that byte `offset_bytes` of an encoded message belongs to:
// "candidates[3].metadata". Empty if the bytes end before it.
std::string FieldPathAt(const ::google::protobuf::Descriptor& type,
                        absl::string_view bytes, size_t offset_bytes);

}  // namespace backwire

#endif  // BACKWIRE_REGISTRY_PARITY_H_
