#include "backwire/builder/memory_outputs.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"

namespace backwire::builder {

uint8_t* HeapRun::Grow(const uint8_t* from, size_t used_bytes,
                       size_t min_bytes) {
  constexpr size_t kMinBytes = 512;
  if (used_bytes == 0 && min_bytes <= size_bytes_) return begin();
  const size_t size = std::max({min_bytes, 2 * used_bytes, kMinBytes});
  // Not make_unique, which would zero what is overwritten anyway.
  std::unique_ptr<uint8_t[]> memory(new uint8_t[size]);
  if (used_bytes != 0) std::memcpy(memory.get(), from, used_bytes);
  memory_ = std::move(memory);
  size_bytes_ = size;
  return begin();
}

Output::Run StringOutput::Grow(size_t used_bytes, size_t min_bytes) {
  heap_.Grow(heap_.begin(), used_bytes, min_bytes);
  return {heap_.begin(), heap_.end()};
}

absl::Status StringOutput::Finish(std::string* message) {
  size_t size_bytes;
  absl::Status status = End(&size_bytes);
  if (!status.ok()) return status;
  message->clear();
  if (size_bytes == 0) return status;
  message->append(reinterpret_cast<const char*>(heap_.begin()), size_bytes);
  return status;
}

Output::Run SpanOutput::Grow(size_t used_bytes, size_t min_bytes) {
  if (used_bytes == 0) on_heap_ = false;
  if (!on_heap_ && min_bytes <= capacity_bytes_) {
    return {memory_, memory_ + capacity_bytes_};
  }
  heap_.Grow(on_heap_ ? heap_.begin() : memory_, used_bytes, min_bytes);
  on_heap_ = true;
  return {heap_.begin(), heap_.end()};
}

absl::Status SpanOutput::Finish(size_t* size_bytes) {
  absl::Status status = End(size_bytes);
  if (!status.ok()) return status;
  if (*size_bytes > capacity_bytes_) {
    return absl::ResourceExhaustedError(
        absl::StrCat("the message takes ", *size_bytes,
                     " bytes, but the memory given has ", capacity_bytes_));
  }
  if (on_heap_ && *size_bytes != 0) {
    std::memcpy(memory_, heap_.begin(), *size_bytes);
  }
  return status;
}

}  // namespace backwire::builder
