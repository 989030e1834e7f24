#include "profiles/format/gperftools_cpu.h"

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "profiles/format/memory_map.h"

namespace backwire::profiles {
namespace {

constexpr size_t kWordBytes = 8;
constexpr size_t kHeaderWords = 5;
constexpr size_t kPeriodWord = 3;
constexpr uint64_t kMaxPeriodUs = 1000000;
// Far more than a program can sample; with the longest period, a second, the
// sum of nanoseconds stays within 63 bits.
constexpr uint64_t kMaxSamples = uint64_t{1} << 30;
constexpr uint64_t kMaxDepth = 1 << 16;

class CpuParser {
 public:
  explicit CpuParser(absl::string_view content) : content_(content) {}

  absl::StatusOr<RawProfile> Parse() && {
    absl::Status status = ReadHeader();
    while (status.ok() && !ended_) status = ReadRecord();
    if (!status.ok()) return status;
    profile_.memory_map = std::string(content_.substr(position_ * kWordBytes));
    profile_.mappings = ParseMemoryMap(profile_.memory_map);
    return std::move(profile_);
  }

 private:
  size_t words_left() const { return content_.size() / kWordBytes - position_; }

  // REQUIRES: words_left() > 0.
  uint64_t NextWord() {
    const char* word = content_.data() + kWordBytes * position_++;
    uint64_t value = 0;
    for (size_t i = kWordBytes; i-- > 0;) {
      value = value << 8 | static_cast<unsigned char>(word[i]);
    }
    return value;
  }

  absl::Status Error(absl::string_view what) const {
    return absl::InvalidArgumentError(
        absl::StrCat("broken CPU profile of gperftools: ", what, " at byte ",
                     position_ * kWordBytes));
  }

  absl::Status ReadHeader() {
    if (words_left() < kHeaderWords) return Error("the header is cut off");
    position_ = kPeriodWord;
    const uint64_t period_us = NextWord();
    if (period_us == 0 || period_us > kMaxPeriodUs) {
      return Error("the sampling period is out of range");
    }
    position_ = kHeaderWords;
    profile_.value_types = {{"samples", "count"}, {"cpu", "nanoseconds"}};
    profile_.period_type = {"cpu", "nanoseconds"};
    profile_.period = static_cast<int64_t>(period_us) * 1000;
    return absl::OkStatus();
  }

  absl::Status ReadRecord() {
    if (words_left() < 2) {
      return Error("the end is missing (was the process killed?)");
    }
    const uint64_t count = NextWord();
    const uint64_t depth = NextWord();
    if (depth == 0 || depth > kMaxDepth || words_left() < depth) {
      return Error("a call stack is cut off");
    }
    if (count == 0) {
      position_ += depth;
      ended_ = true;
      return absl::OkStatus();
    }
    samples_ += count;
    if (count > kMaxSamples || samples_ > kMaxSamples) {
      return Error("there are too many samples");
    }
    AddStack(count, depth);
    return absl::OkStatus();
  }

  void AddStack(int64_t count, size_t depth) {
    RawStack stack;
    const uint64_t leaf = NextWord();
    stack.addresses.push_back(leaf);
    for (size_t i = 1; i < depth; ++i) {
      const uint64_t address = NextWord();
      // The interrupted place can come twice: from the signal's context and
      // from the walk of the stack.
      if (i == 1 && address == leaf) continue;
      stack.addresses.push_back(address == 0 ? 0 : address - 1);
    }
    stack.values = {count, count * profile_.period};
    profile_.stacks.push_back(std::move(stack));
  }

  const absl::string_view content_;
  size_t position_ = 0;  // in words
  uint64_t samples_ = 0;
  bool ended_ = false;
  RawProfile profile_;
};

}  // namespace

bool IsCpuProfile(absl::string_view head) {
  return absl::StartsWith(
      head,
      absl::string_view("\0\0\0\0\0\0\0\0\3\0\0\0\0\0\0\0", 2 * kWordBytes));
}

absl::StatusOr<RawProfile> ParseCpuProfile(absl::string_view content) {
  return CpuParser(content).Parse();
}

}  // namespace backwire::profiles
