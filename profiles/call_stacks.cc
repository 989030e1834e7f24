#include "profiles/call_stacks.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace backwire::profiles {

int CallStacks::ValueIndex(absl::string_view name) const {
  const auto found = std::find(value_names.begin(), value_names.end(), name);
  return found == value_names.end() ? -1 : found - value_names.begin();
}

int64_t CallStacks::Total(int value_index) const {
  int64_t total = 0;
  for (const CallStack& stack : stacks) total += stack.values[value_index];
  return total;
}

absl::Status CheckTotals(const CallStacks& one, const CallStacks& other) {
  for (size_t i = 0; i < one.value_names.size(); ++i) {
    int64_t total = 0;
    bool fits = true;
    for (const CallStacks* profile : {&one, &other}) {
      for (const CallStack& stack : profile->stacks) {
        fits &= !__builtin_add_overflow(total, stack.values[i], &total);
      }
    }
    if (fits) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("the values \"", one.value_names[i],
                     "\" add up to more than 63 bits hold: no profiler counts "
                     "so much"));
  }
  return absl::OkStatus();
}

absl::Status Merge(const CallStacks& from, CallStacks& into) {
  if (into.value_names.empty()) {
    into = from;
    return absl::OkStatus();
  }
  if (from.value_names != into.value_names) {
    return absl::InvalidArgumentError(absl::StrCat(
        "cannot merge a profile of ", absl::StrJoin(from.value_names, ", "),
        " with one of ", absl::StrJoin(into.value_names, ", ")));
  }
  if (from.value_units != into.value_units) {
    return absl::InvalidArgumentError(absl::StrCat(
        "cannot merge a profile in units of ",
        absl::StrJoin(from.value_units, ", "), " with one in units of ",
        absl::StrJoin(into.value_units, ", ")));
  }
  if (from.cpu_period_ns != into.cpu_period_ns) {
    return absl::InvalidArgumentError(absl::StrCat(
        "cannot merge profiles of different frequency: one sample every ",
        from.cpu_period_ns, " ns and every ", into.cpu_period_ns, " ns"));
  }
  absl::Status totals = CheckTotals(into, from);
  if (!totals.ok()) return totals;
  const int offset = into.frames.size();
  into.frames.insert(into.frames.end(), from.frames.begin(), from.frames.end());
  for (CallStack stack : from.stacks) {
    for (int& frame : stack.frames) frame += offset;
    into.stacks.push_back(std::move(stack));
  }
  return absl::OkStatus();
}

}  // namespace backwire::profiles
