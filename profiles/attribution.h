// Splits what a profile counted into shares that mean something to the user.
#ifndef BACKWIRE_PROFILES_ATTRIBUTION_H_
#define BACKWIRE_PROFILES_ATTRIBUTION_H_

#include <array>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "profiles/call_stacks.h"
#include "profiles/frame_table.h"

namespace backwire::profiles {

// The parts of the disjoint view: each stack belongs to exactly one.
enum class Part {
  kEncode,
  kEncodeAllocation,  // allocating and freeing below the encoder
  kDecode,
  kDecodeAllocation,
  kBuild,  // filling and freeing the response
  kBuildAllocation,
  kSearch,           // choosing candidates, its allocations too
  kHandler,          // the service's other code, its allocations too
  kOtherAllocation,  // outside of all of the above
  kTransport,
  kKernel,     // system calls outside of codec and handler
  kProfiling,  // the price of measuring
  kRest,       // named frames that the table does not know
  kUnknown,    // no frame of the stack has a name
};
inline constexpr int kPartCount = 14;

// The cumulative view: whatever runs below such a frame. A stack can count in
// several, so these overlap and do not add up.
enum class Cumulative {
  kEncode,
  kDecode,
  kBuild,
  kSearch,
  kAllocation,         // anywhere
  kAllocationInCodec,  // below an encoder or a decoder
  kKernel,             // ends in a system call, wherever it came from
};
inline constexpr int kCumulativeCount = 7;

// "encode", "encode allocation", …; texts live for ever.
absl::string_view ToString(Part part);
absl::string_view ToString(Cumulative share);

// Sums of one value of a profile, in that value's unit.
struct Attribution {
  int64_t total = 0;
  std::array<int64_t, kPartCount> parts{};  // adds up to total
  std::array<int64_t, kCumulativeCount> cumulative{};

  int64_t part(Part part) const { return parts[static_cast<int>(part)]; }
  int64_t at(Cumulative share) const {
    return cumulative[static_cast<int>(share)];
  }
};

enum class ProfileKind {
  kCpu,
  kAllocations,  // each stack ends in the allocator, whose frames are left out
};

// Where a stack has several marked frames, the outermost codec frame decides:
// it says for what the work was done. A codec frame goes before a building one,
// that before a searching one, and that before the rest of the handler, inside
// which gRPC runs the encoder. Between handler and transport, which call each
// other, the innermost decides.
//
// REQUIRES: `value_index` is one of `profile`.
Attribution Attribute(const CallStacks& profile, int value_index,
                      ProfileKind kind, const FrameTable& table);

}  // namespace backwire::profiles

#endif  // BACKWIRE_PROFILES_ATTRIBUTION_H_
