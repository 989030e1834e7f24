#include "backwire/admin/stack_table.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace backwire::admin {
namespace {

size_t Hash(void* const* frames, int depth) {
  uint64_t hash = depth;
  for (int i = 0; i < depth; ++i) {
    hash = (hash ^ reinterpret_cast<uintptr_t>(frames[i])) *
           uint64_t{0x9E3779B97F4A7C15};
    hash ^= hash >> 29;
  }
  return hash;
}

void AppendCounts(std::string& out, int64_t objects, int64_t bytes) {
  absl::StrAppend(&out, "0: 0 [", objects, ": ", bytes, "] @");
}

}  // namespace

void StackTable::Clear() {
  for (Stack& stack : slots_) stack.objects = stack.bytes = stack.depth = 0;
  used_slots_ = 0;
  overflow_ = Stack{};
  objects_ = bytes_ = 0;
}

StackTable::Stack& StackTable::Find(void* const* frames, int depth) {
  for (size_t i = Hash(frames, depth);; ++i) {
    Stack& stack = slots_[i % slots_.size()];
    if (stack.objects == 0) {
      if (used_slots_ == kMaxStacks) return overflow_;
      ++used_slots_;
      stack.depth = depth;
      std::copy_n(frames, depth, stack.frames.begin());
      return stack;
    }
    if (stack.depth == depth &&
        std::equal(frames, frames + depth, stack.frames.begin())) {
      return stack;
    }
  }
}

void StackTable::Add(void* const* frames, int depth, size_t size_bytes,
                     int64_t weight) {
  const int64_t bytes = static_cast<int64_t>(size_bytes) * weight;
  Stack& stack = Find(frames, depth);
  stack.objects += weight;
  stack.bytes += bytes;
  objects_ += weight;
  bytes_ += bytes;
}

std::string StackTable::ToHeapProfile() const {
  std::string out = "heap profile: ";
  AppendCounts(out, objects_, bytes_);
  out += " heapprofile\n";
  const auto append = [&](const Stack& stack) {
    if (stack.objects == 0) return;
    AppendCounts(out, stack.objects, stack.bytes);
    for (int i = 0; i < stack.depth; ++i) {
      absl::StrAppend(&out, " 0x",
                      absl::Hex(reinterpret_cast<uintptr_t>(stack.frames[i])));
    }
    out += '\n';
  };
  for (const Stack& stack : slots_) append(stack);
  append(overflow_);
  return out;
}

}  // namespace backwire::admin
