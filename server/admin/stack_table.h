// Counts of objects and bytes by call stack, in memory of fixed size, so that
// it can be filled from inside the allocator.
#ifndef BACKWIRE_SERVER_ADMIN_STACK_TABLE_H_
#define BACKWIRE_SERVER_ADMIN_STACK_TABLE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace backwire::admin {

// Not thread-safe. Large: meant for static storage.
class StackTable {
 public:
  static constexpr int kMaxDepth = 64;
  static constexpr size_t kMaxStacks = 8192;

  void Clear();

  // Counts one object of `size_bytes` under the stack of `depth` return
  // addresses, innermost first. Never allocates. Stacks beyond kMaxStacks are
  // counted together, without addresses.
  //
  // REQUIRES: 0 <= depth <= kMaxDepth.
  void Add(void* const* frames, int depth, size_t size_bytes);

  int64_t objects() const { return objects_; }

  // The table in gperftools' text form, each count multiplied by `scale`,
  // without the list of libraries.
  std::string ToHeapProfile(int64_t scale) const;

 private:
  struct Stack {
    int64_t objects = 0;  // 0: the slot is free
    int64_t bytes = 0;
    int depth = 0;
    std::array<void*, kMaxDepth> frames;
  };

  Stack& Find(void* const* frames, int depth);

  // Twice as many slots as stacks keep the searches short.
  std::array<Stack, 2 * kMaxStacks> slots_;
  size_t used_slots_ = 0;
  Stack overflow_;
  int64_t objects_ = 0;
  int64_t bytes_ = 0;
};

}  // namespace backwire::admin

#endif  // BACKWIRE_SERVER_ADMIN_STACK_TABLE_H_
