#include "profiles/format/gperftools_heap.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "profiles/format/memory_map.h"

namespace backwire::profiles {
namespace {

constexpr absl::string_view kHead = "heap profile:";
constexpr int64_t kMaxCount = int64_t{1} << 50;
constexpr int64_t kMaxSum = int64_t{1} << 62;

struct Counts {
  int64_t live_objects = 0;
  int64_t live_bytes = 0;
  int64_t allocated_objects = 0;
  int64_t allocated_bytes = 0;
};

bool ParseCounts(absl::string_view text, Counts& counts) {
  const std::vector<absl::string_view> numbers =
      absl::StrSplit(text, absl::ByAnyChar(" :[]"), absl::SkipEmpty());
  int64_t* const values[] = {&counts.live_objects, &counts.live_bytes,
                             &counts.allocated_objects,
                             &counts.allocated_bytes};
  if (numbers.size() != 4) return false;
  for (size_t i = 0; i < 4; ++i) {
    if (!absl::SimpleAtoi(numbers[i], values[i]) || *values[i] < 0 ||
        *values[i] > kMaxCount) {
      return false;
    }
  }
  return true;
}

// False if the sum of a column is above kMaxSum; REQUIRES: it was not before.
[[nodiscard]] bool Add(const Counts& from, Counts& sum) {
  sum.live_objects += from.live_objects;
  sum.live_bytes += from.live_bytes;
  sum.allocated_objects += from.allocated_objects;
  sum.allocated_bytes += from.allocated_bytes;
  return std::max({sum.live_objects, sum.live_bytes, sum.allocated_objects,
                   sum.allocated_bytes}) <= kMaxSum;
}

// The sampler takes an object of n bytes with the chance 1 - exp(-n / period).
// False if what the samples stand for is above kMaxSum.
[[nodiscard]] bool ScaleUpPair(int64_t period_bytes, int64_t& objects,
                               int64_t& bytes) {
  if (objects == 0 || bytes == 0) return true;
  const double mean_bytes = static_cast<double>(bytes) / objects;
  const double scale = 1 / -std::expm1(-mean_bytes / period_bytes);
  if (!(std::max(objects, bytes) * scale < kMaxSum)) return false;
  objects = std::llround(objects * scale);
  bytes = std::llround(bytes * scale);
  return true;
}

class HeapParser {
 public:
  explicit HeapParser(absl::string_view content) : rest_(content) {}

  absl::StatusOr<RawProfile> Parse() && {
    absl::Status status = ReadHeader();
    while (status.ok() && !rest_.empty()) {
      const absl::string_view line = NextLine();
      if (line == "MAPPED_LIBRARIES:") {
        if (!AddStacks()) return Error("too large a sum");
        profile_.memory_map = std::string(rest_);
        profile_.mappings = ParseMemoryMap(profile_.memory_map);
        return std::move(profile_);
      }
      status = ReadStack(line);
    }
    return status.ok() ? Error("the memory map is missing") : status;
  }

 private:
  absl::string_view NextLine() {
    const size_t end = rest_.find('\n');
    const absl::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(end == absl::string_view::npos ? rest_.size()
                                                       : end + 1);
    ++line_number_;
    return absl::StripAsciiWhitespace(line);
  }

  absl::Status Error(absl::string_view what) const {
    return absl::InvalidArgumentError(
        absl::StrCat("broken heap profile of gperftools: ", what, " in line ",
                     line_number_));
  }

  absl::Status ReadHeader() {
    const absl::string_view line = absl::StripPrefix(NextLine(), kHead);
    const std::pair<absl::string_view, absl::string_view> halves =
        absl::StrSplit(line, absl::MaxSplits('@', 1));
    Counts totals;
    if (!ParseCounts(halves.first, totals)) return Error("no counts");
    absl::Status status = ReadKind(absl::StripAsciiWhitespace(halves.second));
    if (!status.ok()) return status;
    // Samples of live objects have the same counts twice. A profile of
    // allocations keeps its kind, also if there were none.
    has_allocated_ = (totals.allocated_objects > 0 &&
                      totals.allocated_objects != totals.live_objects) ||
                     (counts_all_ && totals.live_objects == 0);
    if (has_allocated_) {
      profile_.value_types = {{"alloc_objects", "count"},
                              {"alloc_space", "bytes"}};
    }
    profile_.value_types.push_back({"inuse_objects", "count"});
    profile_.value_types.push_back({"inuse_space", "bytes"});
    return absl::OkStatus();
  }

  absl::Status ReadKind(absl::string_view text) {
    const std::pair<absl::string_view, absl::string_view> kind =
        absl::StrSplit(text, absl::MaxSplits('/', 1));
    profile_.period_type = {"space", "bytes"};
    profile_.period = 1;
    counts_all_ = kind.first == "heapprofile";
    if (counts_all_) return absl::OkStatus();
    if (absl::StartsWith(kind.first, "growth")) {
      profile_.period_type = {"heapgrowth", "count"};
      return absl::OkStatus();
    }
    if (kind.first != "heap_v2") return Error("an unknown kind");
    if (!absl::SimpleAtoi(kind.second, &profile_.period) ||
        profile_.period < 1) {
      return Error(
          "heap_v2 without a sampling period (TCMALLOC_SAMPLE_PARAMETER was "
          "not set?)");
    }
    return absl::OkStatus();
  }

  absl::Status ReadStack(absl::string_view line) {
    if (line.empty()) return absl::OkStatus();
    const std::pair<absl::string_view, absl::string_view> halves =
        absl::StrSplit(line, absl::MaxSplits('@', 1));
    Counts counts;
    if (!ParseCounts(halves.first, counts)) return Error("no counts");
    std::vector<uint64_t> addresses;
    for (const absl::string_view text :
         absl::StrSplit(halves.second, ' ', absl::SkipEmpty())) {
      uint64_t address = 0;
      if (!absl::SimpleHexAtoi(text, &address)) return Error("no address");
      addresses.push_back(address == 0 ? 0 : address - 1);
    }
    const int64_t object_bytes =
        counts.live_bytes / std::max<int64_t>(1, counts.live_objects);
    // The sum of all bounds those of the stacks.
    if (!Add(counts, all_)) return Error("too large a sum");
    (void)Add(counts, counts_[{std::move(addresses), object_bytes}]);
    return absl::OkStatus();
  }

  [[nodiscard]] bool AddStacks() {
    all_ = Counts();
    for (auto& [key, counts] : counts_) {
      if (!ScaleUp(counts) || !Add(counts, all_)) return false;
      RawStack stack;
      stack.addresses = key.first;
      AddValues(counts, stack);
      profile_.stacks.push_back(std::move(stack));
    }
    return true;
  }

  [[nodiscard]] bool ScaleUp(Counts& counts) const {
    if (profile_.period == 1) return true;
    return ScaleUpPair(profile_.period, counts.live_objects,
                       counts.live_bytes) &&
           ScaleUpPair(profile_.period, counts.allocated_objects,
                       counts.allocated_bytes);
  }

  void AddValues(const Counts& counts, RawStack& stack) const {
    if (has_allocated_) {
      stack.values = {counts.allocated_objects, counts.allocated_bytes};
    }
    stack.values.push_back(counts.live_objects);
    stack.values.push_back(counts.live_bytes);
  }

  absl::string_view rest_;
  int line_number_ = 0;
  bool counts_all_ = false;  // not samples of live objects, nor growth
  bool has_allocated_ = false;
  Counts all_;
  // By stack and size of the objects. Samples come one a line, and what one
  // stands for is no whole number: scaled one by one, they would lose the rest.
  std::map<std::pair<std::vector<uint64_t>, int64_t>, Counts> counts_;
  RawProfile profile_;
};

}  // namespace

bool IsHeapProfile(absl::string_view head) {
  return absl::StartsWith(head, kHead);
}

absl::StatusOr<RawProfile> ParseHeapProfile(absl::string_view content) {
  return HeapParser(content).Parse();
}

}  // namespace backwire::profiles
