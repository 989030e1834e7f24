// The table of all types with generated code, frozen when the codec is chosen,
// and what is known of each at run time: counters and the sizes seen lately.
#ifndef BACKWIRE_REGISTRY_TYPE_TABLE_H_
#define BACKWIRE_REGISTRY_TYPE_TABLE_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <typeinfo>
#include <vector>

#include "backwire/message/type_codec.h"

namespace backwire {

// One type's entry. All members may be used by any thread. A cache line of its
// own, so that busy types do not slow each other.
struct alignas(64) TypeEntry {
  const TypeCodec* codec = nullptr;

  // A guess of the next message's size: the largest seen lately.
  std::atomic<uint32_t> size_hint_bytes{0};

  // Its number in the table; messages are counted under it.
  size_t number = 0;

  std::atomic<uint64_t> decode_errors{0};
  // Of the messages that went through, those whose handling was timed, and how
  // long it took.
  std::atomic<uint64_t> timed_encodes{0};
  std::atomic<uint64_t> timed_encode_ns{0};
  std::atomic<uint64_t> timed_decodes{0};
  std::atomic<uint64_t> timed_decode_ns{0};
  std::atomic<uint64_t> parity_checks{0};
  std::atomic<uint64_t> parity_differences{0};
  std::atomic<uint64_t> parity_skipped{0};

  // Whether the `reflective` codec takes the type. Found out at the first call,
  // by a walk over all types that the message can hold.
  bool CanReflect();

  // Adds a message of that size to the hint: it rises at once and falls
  // slowly.
  void RecordSize(size_t size_bytes);

 private:
  enum class Answer : uint8_t { kUnknown, kNo, kYes };
  std::atomic<Answer> can_reflect_{Answer::kUnknown};
};

// Immutable but for its entries' atomics.
class TypeTable {
 public:
  // The codecs must live as long as the table.
  explicit TypeTable(const std::vector<const TypeCodec*>& codecs);

  // The entry of the type; nullptr if it has no generated code. A few
  // nanoseconds: a multiplication and mostly one probe.
  TypeEntry* Find(const std::type_info& type) const {
    for (size_t slot = SlotOf(&type);; slot = (slot + 1) & mask_) {
      const Slot& candidate = slots_[slot];
      if (candidate.type == &type) return candidate.entry;
      if (candidate.type == nullptr) return nullptr;
    }
  }

  // All entries, in order of their types' names and of their numbers.
  const std::vector<TypeEntry*>& entries() const { return entries_; }

  // The number of all types that are not in the table.
  size_t number_of_others() const { return entries_.size(); }

 private:
  struct Slot {
    const std::type_info* type = nullptr;
    TypeEntry* entry = nullptr;
  };

  size_t SlotOf(const std::type_info* type) const {
    // Fibonacci hashing; the address's low bits are alike in all types.
    return (reinterpret_cast<uintptr_t>(type) * 0x9E3779B97F4A7C15u >> 32) &
           mask_;
  }

  std::unique_ptr<TypeEntry[]> storage_;
  std::vector<TypeEntry*> entries_;
  std::vector<Slot> slots_;
  size_t mask_;
};

}  // namespace backwire

#endif  // BACKWIRE_REGISTRY_TYPE_TABLE_H_
