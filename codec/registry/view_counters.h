// What the process's views of received buffers did and hold, by message type.
// What was read from a span is not counted.
#ifndef BACKWIRE_REGISTRY_VIEW_COUNTERS_H_
#define BACKWIRE_REGISTRY_VIEW_COUNTERS_H_

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace backwire {

struct ViewCounts {
  // Parsed, and refused as malformed.
  uint64_t messages = 0;
  uint64_t refused_messages = 0;
  uint64_t message_bytes = 0;
  // Held by views at this moment. gRPC's blocks of memory may be larger than
  // the messages in them.
  uint64_t pinned_bytes = 0;
};

struct TypeViewCounts {
  std::string type_name;  // "candidates.v1.GenerateResponse"
  ViewCounts counts;
};

// Snapshots; any thread may ask. The first is of all types together, the second
// of each that had a view, in order of their names.
ViewCounts CountViews();
std::vector<TypeViewCounts> CountViewsByType();

// The counters of one type, which live as long as the process. Thread-safe.
class ViewCounter {
 public:
  // The one counter of that type.
  static ViewCounter& Of(std::string_view type_name);

  // One message that was parsed, or was to be.
  void CountMessage(size_t size_bytes, bool accepted) {
    Add(accepted ? messages_ : refused_messages_, 1);
    Add(message_bytes_, size_bytes);
  }
  void Pin(size_t bytes) { Add(pinned_bytes_, bytes); }
  void Unpin(size_t bytes) {
    pinned_bytes_.fetch_sub(bytes, std::memory_order_relaxed);
  }

  ViewCounts Snapshot() const;

 private:
  using Counter = std::atomic<uint64_t>;
  static void Add(Counter& counter, uint64_t amount) {
    counter.fetch_add(amount, std::memory_order_relaxed);
  }

  Counter messages_{0};
  Counter refused_messages_{0};
  Counter message_bytes_{0};
  Counter pinned_bytes_{0};
};

}  // namespace backwire

#endif  // BACKWIRE_REGISTRY_VIEW_COUNTERS_H_
