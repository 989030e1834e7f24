#include "backwire/grpc/held_slices.h"

#include <atomic>

namespace backwire {
namespace {

std::atomic<uint64_t> g_messages{0};
std::atomic<uint64_t> g_refused_messages{0};
std::atomic<uint64_t> g_message_bytes{0};
std::atomic<uint64_t> g_pinned_bytes{0};

void Add(std::atomic<uint64_t>& counter, uint64_t amount) {
  counter.fetch_add(amount, std::memory_order_relaxed);
}

}  // namespace

ViewCounts CountViews() {
  return {g_messages.load(std::memory_order_relaxed),
          g_refused_messages.load(std::memory_order_relaxed),
          g_message_bytes.load(std::memory_order_relaxed),
          g_pinned_bytes.load(std::memory_order_relaxed)};
}

namespace grpc_glue {

::grpc::Status HeldSlices::Take(::grpc::ByteBuffer* buffer) {
  Release();
  buffer_.Swap(buffer);
  chunks_.emplace(&buffer_);
  ::grpc::Status status = chunks_->status();
  if (!status.ok()) {
    Release();
    return status;
  }
  held_bytes_ = buffer_.Length();
  Add(g_pinned_bytes, held_bytes_);
  return status;
}

void HeldSlices::Release() {
  chunks_.reset();
  buffer_.Clear();
  g_pinned_bytes.fetch_sub(held_bytes_, std::memory_order_relaxed);
  held_bytes_ = 0;
}

void CountView(size_t size_bytes, bool accepted) {
  Add(accepted ? g_messages : g_refused_messages, 1);
  Add(g_message_bytes, size_bytes);
}

}  // namespace grpc_glue
}  // namespace backwire
