// Which frame means what: the table by which a call stack is told to be
// encoding, allocating, waiting in the kernel and so on. docs/profiling.md
// explains it to users.
#ifndef BACKWIRE_PROFILES_FRAME_TABLE_H_
#define BACKWIRE_PROFILES_FRAME_TABLE_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "profiles/call_stacks.h"

namespace backwire::profiles {

// What a frame tells about the stack that it stands in.
enum class Role {
  kNone,
  kEncode,      // a codec turns a message into bytes
  kDecode,      // a codec turns bytes into a message
  kBuild,       // the handler fills the response, or frees it
  kSearch,      // the handler chooses candidates
  kHandler,     // the rest of the service's own code
  kAllocation,  // the allocator, both ways
  kTransport,   // gRPC, TLS and name resolution
  kSystemCall,  // the C library's entry into the kernel, or the kernel
  kProfiling,   // the admin port and the profiler
};

// A frame matches if every text that is not empty does.
struct FrameRule {
  Role role = Role::kNone;
  std::string prefix;    // of the function's name
  std::string contains;  // anywhere in the function's name
  std::string object;    // prefix of the file's name
};

class FrameTable {
 public:
  explicit FrameTable(std::vector<FrameRule> rules)
      : rules_(std::move(rules)) {}

  // The table for this project's service and for gRPC, protobuf, tcmalloc and
  // glibc below it.
  static FrameTable Default();

  // The same, with rules of one's own that come first.
  static FrameTable With(std::vector<FrameRule> own);

  // The role of the first rule that matches, or kNone.
  Role Find(const Frame& frame) const;

 private:
  std::vector<FrameRule> rules_;
};

}  // namespace backwire::profiles

#endif  // BACKWIRE_PROFILES_FRAME_TABLE_H_
