#include "backwire/builder/output.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "absl/strings/str_cat.h"

namespace backwire::builder {
namespace {

// Reservations are for the worst case: the limit is not reached before they
// go so far beyond it. The exact size is looked at in the end.
constexpr size_t kWorstCaseBytes = 4096;

}  // namespace

void Misuse(const char* what) {
  std::fprintf(stderr, "backwire builder: %s\n", what);
  std::abort();
}

void Output::Begin() {
  cursor_ = end_ = begin_ = nullptr;
  open_children_ = 0;
  ++generation_;
  missing_in_ = missing_field_ = nullptr;
  WatchRoot(nullptr, nullptr);
  too_large_ = false;
}

uint8_t* Output::ReserveMore(size_t bytes) {
  if (too_large_) return nullptr;
  const size_t used = position();
  if (bytes > max_bytes_ + kWorstCaseBytes - used) {
    // Without memory, nothing more is written.
    cursor_ = end_ = begin_ = nullptr;
    too_large_ = true;
    return nullptr;
  }
  const Run run = Grow(used, used + bytes);
  begin_ = run.begin;
  end_ = std::min(run.end, run.begin + max_bytes_ + kWorstCaseBytes);
  cursor_ = begin_ + used;
  return cursor_;
}

void Output::MoveAndClose(OpenLength length, size_t size_bytes, size_t needed) {
  if (too_large_ || length.prefix_bytes == 0) return;
  if (needed > length.prefix_bytes &&
      Reserve(needed - length.prefix_bytes) == nullptr) {
    return;
  }
  uint8_t* const prefix = begin_ + length.body - length.prefix_bytes;
  std::memmove(prefix + needed, begin_ + length.body, size_bytes);
  cursor_ = prefix + needed + size_bytes;
  PutVarintUnchecked(size_bytes, prefix);
  guesses_[length.guess] = static_cast<uint8_t>(needed);
}

void Output::RecordMissing(uint64_t fields, const RequiredNames& names) {
  if (missing_in_ != nullptr) return;
  missing_in_ = names.message;
  missing_field_ = names.fields[__builtin_ctzll(fields)];
}

absl::Status Output::End(size_t* size_bytes) {
  *size_bytes = position();
  // The memory is the derived class's again.
  cursor_ = end_ = begin_ = nullptr;
  ++generation_;
  if (open_children_ != 0) {
    return absl::FailedPreconditionError(
        "the message was finished while a child of it was open; let the "
        "child's scope end first");
  }
  if (too_large_ || *size_bytes > max_bytes_) {
    return absl::ResourceExhaustedError(
        absl::StrCat("the message takes more than the ", max_bytes_,
                     " bytes that it may; send it in parts"));
  }
  if (root_missing_ != nullptr && *root_missing_ != 0) {
    RecordMissing(*root_missing_, *root_names_);
  }
  if (missing_in_ == nullptr) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrCat(
      missing_in_, ": the required field ", missing_field_, " is not set"));
}

}  // namespace backwire::builder
