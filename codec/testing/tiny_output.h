// A builder's output that grows by as little as it may, to a new place each
// time: every position that is kept as a pointer, and every byte that is
// written beyond what was reserved, shows under AddressSanitizer.
#ifndef BACKWIRE_TESTING_TINY_OUTPUT_H_
#define BACKWIRE_TESTING_TINY_OUTPUT_H_

#include <cstring>
#include <memory>
#include <string>
#include <utility>

#include "backwire/builder/output.h"

namespace backwire::testing {

class TinyOutput final : public builder::Output {
 public:
  absl::Status Finish(std::string* message) {
    size_t size_bytes;
    absl::Status status = End(&size_bytes);
    if (status.ok()) message->assign(memory_.get(), memory_.get() + size_bytes);
    return status;
  }

 private:
  Run Grow(size_t used_bytes, size_t min_bytes) override {
    std::unique_ptr<uint8_t[]> memory(new uint8_t[min_bytes]);
    if (used_bytes != 0) {
      std::memcpy(memory.get(), memory_.get(), used_bytes);
      std::memset(memory_.get(), 0xee, used_bytes);
    }
    memory_ = std::move(memory);
    return {memory_.get(), memory_.get() + min_bytes};
  }

  std::unique_ptr<uint8_t[]> memory_;
};

}  // namespace backwire::testing

#endif  // BACKWIRE_TESTING_TINY_OUTPUT_H_
