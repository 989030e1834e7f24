#include "backwire/registry/message_counts.h"

#include <algorithm>

namespace backwire {

__thread ThreadCounts* ProcessCounts::this_thread_ = nullptr;
__thread bool ProcessCounts::is_ending_ = false;

void MessageTotals::Add(const MessageCounts& counts) {
  encoded_messages += counts.encoded_messages.value();
  encoded_bytes += counts.encoded_bytes.value();
  decoded_messages += counts.decoded_messages.value();
  decoded_bytes += counts.decoded_bytes.value();
}

ThreadCounts& ProcessCounts::StartThread() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    threads_.push_back(
        std::make_unique<ThreadCounts>(ended_.size(), started_++));
    this_thread_ = threads_.back().get();
  }
  // Another thread-local object's destructor may send messages after the
  // holder's. They stay in a ThreadCounts of their own.
  if (!is_ending_) {
    static thread_local const Holder holder{this};
  }
  return *this_thread_;
}

void ProcessCounts::EndThread() {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto mine = std::find_if(
      threads_.begin(), threads_.end(),
      [](const auto& counts) { return counts.get() == this_thread_; });
  for (size_t type = 0; type < ended_.size(); ++type) {
    ended_[type].Add((*mine)->by_type[type]);
  }
  threads_.erase(mine);
  this_thread_ = nullptr;
  is_ending_ = true;
}

MessageTotals ProcessCounts::Total(size_t type) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  MessageTotals total = ended_[type];
  for (const auto& thread : threads_) total.Add(thread->by_type[type]);
  return total;
}

}  // namespace backwire
