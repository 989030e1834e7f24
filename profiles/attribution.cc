#include "profiles/attribution.h"

#include <vector>

namespace backwire::profiles {
namespace {

// What the roles of one stack's frames come to.
struct Traits {
  Role codec = Role::kNone;  // kEncode or kDecode: the outermost
  bool build = false;
  bool search = false;
  bool profiling = false;
  Role inner = Role::kNone;  // kHandler or kTransport: the innermost
  bool allocation = false;   // below the outermost codec frame, if there is one
  bool allocation_anywhere = false;
  bool ends_in_kernel = false;
  bool has_name = false;
};

void AddRole(Role role, Traits& traits) {
  switch (role) {
    case Role::kNone:
    case Role::kSystemCall:
      break;
    case Role::kEncode:
    case Role::kDecode:
      traits.codec = role;
      traits.allocation = traits.allocation_anywhere;
      break;
    case Role::kBuild:
      traits.build = true;
      break;
    case Role::kSearch:
      traits.search = true;
      break;
    case Role::kHandler:
    case Role::kTransport:
      if (traits.inner == Role::kNone) traits.inner = role;
      break;
    case Role::kAllocation:
      traits.allocation_anywhere = true;
      break;
    case Role::kProfiling:
      traits.profiling = true;
      break;
  }
}

// Goes from the innermost frame outwards.
Traits Collect(const CallStack& stack, const std::vector<Role>& roles,
               ProfileKind kind, const CallStacks& profile) {
  Traits traits;
  traits.allocation_anywhere = kind == ProfileKind::kAllocations;
  for (const int frame : stack.frames) {
    AddRole(roles[frame], traits);
    traits.has_name |= !profile.frames[frame].function.empty();
  }
  traits.ends_in_kernel =
      !stack.frames.empty() && roles[stack.frames.front()] == Role::kSystemCall;
  if (traits.codec == Role::kNone) {
    traits.allocation = traits.allocation_anywhere;
  }
  return traits;
}

Part ToPart(const Traits& traits) {
  if (traits.codec == Role::kEncode) {
    return traits.allocation ? Part::kEncodeAllocation : Part::kEncode;
  }
  if (traits.codec == Role::kDecode) {
    return traits.allocation ? Part::kDecodeAllocation : Part::kDecode;
  }
  if (traits.build) {
    return traits.allocation ? Part::kBuildAllocation : Part::kBuild;
  }
  if (traits.search) return Part::kSearch;
  if (traits.profiling) return Part::kProfiling;
  if (traits.ends_in_kernel) return Part::kKernel;
  if (traits.inner == Role::kHandler) return Part::kHandler;
  if (traits.allocation) return Part::kOtherAllocation;
  if (traits.inner == Role::kTransport) return Part::kTransport;
  return traits.has_name ? Part::kRest : Part::kUnknown;
}

void AddTo(Attribution& sums, Cumulative share, bool belongs, int64_t value) {
  if (belongs) sums.cumulative[static_cast<int>(share)] += value;
}

void AddCumulative(const Traits& traits, int64_t value, Attribution& sums) {
  AddTo(sums, Cumulative::kEncode, traits.codec == Role::kEncode, value);
  AddTo(sums, Cumulative::kDecode, traits.codec == Role::kDecode, value);
  AddTo(sums, Cumulative::kBuild, traits.build, value);
  AddTo(sums, Cumulative::kSearch, traits.search, value);
  AddTo(sums, Cumulative::kAllocation, traits.allocation_anywhere, value);
  AddTo(sums, Cumulative::kAllocationInCodec,
        traits.codec != Role::kNone && traits.allocation, value);
  AddTo(sums, Cumulative::kKernel, traits.ends_in_kernel, value);
}

}  // namespace

absl::string_view ToString(Part part) {
  static constexpr absl::string_view kNames[] = {"encode",
                                                 "encode allocation",
                                                 "decode",
                                                 "decode allocation",
                                                 "build",
                                                 "build allocation",
                                                 "search",
                                                 "handler",
                                                 "other allocation",
                                                 "transport",
                                                 "kernel",
                                                 "profiling",
                                                 "rest",
                                                 "unknown"};
  return kNames[static_cast<int>(part)];
}

absl::string_view ToString(Cumulative share) {
  static constexpr absl::string_view kNames[] = {
      "encode", "decode",     "build",
      "search", "allocation", "allocation in codec",
      "kernel"};
  return kNames[static_cast<int>(share)];
}

Attribution Attribute(const CallStacks& profile, int value_index,
                      ProfileKind kind, const FrameTable& table) {
  // Once a frame, not once a sample.
  std::vector<Role> roles;
  roles.reserve(profile.frames.size());
  for (const Frame& frame : profile.frames) roles.push_back(table.Find(frame));

  Attribution sums;
  for (const CallStack& stack : profile.stacks) {
    const Traits traits = Collect(stack, roles, kind, profile);
    const int64_t value = stack.values[value_index];
    sums.total += value;
    sums.parts[static_cast<int>(ToPart(traits))] += value;
    AddCumulative(traits, value, sums);
  }
  return sums;
}

}  // namespace backwire::profiles
