// Outputs over plain memory: to a string, and to a span of the caller's.
#ifndef BACKWIRE_BUILDER_MEMORY_OUTPUTS_H_
#define BACKWIRE_BUILDER_MEMORY_OUTPUTS_H_

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "backwire/builder/output.h"

namespace backwire::builder {

// Memory on the heap that doubles.
class HeapRun {
 public:
  // At least `min_bytes`, beginning with from[0, used_bytes), which may be this
  // run's.
  uint8_t* Grow(const uint8_t* from, size_t used_bytes, size_t min_bytes);

  uint8_t* begin() const { return memory_.get(); }
  uint8_t* end() const { return begin() + size_bytes_; }

 private:
  std::unique_ptr<uint8_t[]> memory_;
  size_t size_bytes_ = 0;
};

// Keeps its memory from message to message.
class StringOutput final : public Output {
 public:
  // Replaces *message, or leaves it alone if the status (see Output::End()) is
  // not OK.
  [[nodiscard]] absl::Status Finish(std::string* message);

 private:
  Run Grow(size_t used_bytes, size_t min_bytes) override;

  HeapRun heap_;
};

// Fills memory[0, capacity_bytes), from its start; a message of exactly that
// size fits. What does not fit on the way goes to the heap.
class SpanOutput final : public Output {
 public:
  // Borrows the memory for the output's life.
  SpanOutput(uint8_t* memory, size_t capacity_bytes)
      : memory_(memory), capacity_bytes_(capacity_bytes) {}

  // Sets *size_bytes to the message's size. RESOURCE_EXHAUSTED with a size
  // above the capacity: it does not fit, and the memory's content is
  // unspecified. Other errors are those of Output::End().
  [[nodiscard]] absl::Status Finish(size_t* size_bytes);

 private:
  Run Grow(size_t used_bytes, size_t min_bytes) override;

  uint8_t* memory_;
  size_t capacity_bytes_;
  bool on_heap_ = false;
  HeapRun heap_;
};

}  // namespace backwire::builder

#endif  // BACKWIRE_BUILDER_MEMORY_OUTPUTS_H_
