// How many messages and bytes of each type went through the seam.
//
// Each thread counts for itself, in memory that no other thread writes: adding
// is a load and a store, without a locked instruction and without a cache line
// that wanders between cores. Readers add up what all threads have counted,
// those that have ended too.
#ifndef BACKWIRE_REGISTRY_MESSAGE_COUNTS_H_
#define BACKWIRE_REGISTRY_MESSAGE_COUNTS_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "backwire/wire/port.h"

namespace backwire {

// Written by one thread, read by any.
class OwnedCount {
 public:
  void Add(uint64_t amount) {
    value_.store(value() + amount, std::memory_order_relaxed);
  }
  uint64_t value() const { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<uint64_t> value_{0};
};

// Of one type, by one thread.
struct MessageCounts {
  OwnedCount encoded_messages;
  OwnedCount encoded_bytes;
  OwnedCount decoded_messages;
  OwnedCount decoded_bytes;
};

// Of one type, by all threads.
struct MessageTotals {
  uint64_t encoded_messages = 0;
  uint64_t encoded_bytes = 0;
  uint64_t decoded_messages = 0;
  uint64_t decoded_bytes = 0;

  void Add(const MessageCounts& counts);
};

// What one thread has counted.
struct ThreadCounts {
  ThreadCounts(size_t types, uint64_t first)
      : by_type(new MessageCounts[types]), first_number(first) {}

  const std::unique_ptr<MessageCounts[]> by_type;
  // Where the thread starts to number its messages. They are timed by their
  // numbers, so of many threads with few messages some are.
  const uint64_t first_number;
};

// The counts of all types of the process: there is one such object, which is
// never destroyed. Thread-safe.
class ProcessCounts {
 public:
  // Types are named by numbers below `types`.
  explicit ProcessCounts(size_t types) : ended_(types) {}

  // Those of the calling thread, which stay while it lives.
  ThreadCounts& OfThisThread() {
    if (BACKWIRE_LIKELY(this_thread_ != nullptr)) return *this_thread_;
    return StartThread();
  }

  // What all threads have counted of a type. Calls under way may be counted in
  // part.
  MessageTotals Total(size_t type) const;

 private:
  // Ends with its thread.
  struct Holder {
    ~Holder() { process->EndThread(); }
    ProcessCounts* process;
  };

  ThreadCounts& StartThread();
  void EndThread();

  // Not thread_local, for which each use would ask whether it has been
  // initialised.
  static __thread ThreadCounts* this_thread_;
  static __thread bool is_ending_;

  mutable std::mutex mutex_;
  // Below, under the mutex.
  std::vector<std::unique_ptr<ThreadCounts>> threads_;
  std::vector<MessageTotals> ended_;  // by the threads that are no more
  uint64_t started_ = 0;
};

}  // namespace backwire

#endif  // BACKWIRE_REGISTRY_MESSAGE_COUNTS_H_
