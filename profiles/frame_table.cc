#include "profiles/frame_table.h"

#include "absl/strings/match.h"

namespace backwire::profiles {
namespace {

// Marked entry points: functions that are never inlined.
std::vector<FrameRule> CodecRules() {
  return {
      {Role::kEncode, "backwire::grpc_glue::Encode", "", ""},
      {Role::kDecode, "backwire::grpc_glue::Decode", "", ""},
      // gRPC without the seam, and messages that pass it by.
      {Role::kEncode, "grpc::GenericSerialize", "", ""},
      {Role::kDecode, "grpc::GenericDeserialize", "", ""},
      {Role::kEncode, "google::protobuf::MessageLite::Serialize", "", ""},
      {Role::kEncode, "google::protobuf::MessageLite::AppendTo", "", ""},
      {Role::kEncode, "google::protobuf::Message::ByteSizeLong", "", ""},
      {Role::kEncode, "", "::_InternalSerialize", ""},
      {Role::kEncode, "", "::ByteSizeLong", ""},
      {Role::kDecode, "google::protobuf::MessageLite::Parse", "", ""},
      {Role::kDecode, "google::protobuf::MessageLite::MergeFromString", "", ""},
      {Role::kDecode, "google::protobuf::MessageLite::MergePartial", "", ""},
      {Role::kDecode, "", "::_InternalParse", ""},
  };
}

// Filling and freeing the response.
std::vector<FrameRule> BuildRules() {
  return {
      {Role::kBuild, "backwire::workload::GenerateCandidates", "", ""},
      {Role::kBuild, "backwire::workload::BuildCandidates", "", ""},
      {Role::kBuild, "candidates::v1::", "::~", ""},
      {Role::kBuild, "candidates::v1::", "::Clear", ""},
      {Role::kBuild, "google::protobuf::Arena::~Arena", "", ""},
      {Role::kBuild, "google::protobuf::Arena::Reset", "", ""},
      {Role::kBuild, "google::protobuf::internal::ThreadSafeArena::~", "", ""},
      {Role::kBuild, "google::protobuf::internal::ThreadSafeArena::Reset", "",
       ""},
      {Role::kBuild, "backwire::server::PooledArena::Reset", "", ""},
      {Role::kBuild, "", "ArenaMessageHolder", ""},
      {Role::kBuild, "", "MessageHolderImpl", ""},
  };
}

std::vector<FrameRule> AllocationRules() {
  std::vector<FrameRule> rules = {
      {Role::kAllocation, "operator new", "", ""},
      {Role::kAllocation, "operator delete", "", ""},
      {Role::kAllocation, "tcmalloc::", "", ""},
      {Role::kAllocation, "tc_", "", "libtcmalloc"},
      // Whatever name a stripped library's static function was given.
      {Role::kAllocation, "", "", "libtcmalloc"},
      {Role::kAllocation, "_int_malloc", "", ""},
      {Role::kAllocation, "_int_free", "", ""},
  };
  for (const char* name : {"malloc", "free", "calloc", "realloc",
                           "aligned_alloc", "posix_memalign"}) {
    rules.push_back({Role::kAllocation, name, "", "libc."});
  }
  return rules;
}

// Functions of the C library that do little but enter the kernel.
std::vector<FrameRule> SystemCallRules() {
  std::vector<FrameRule> rules = {
      {Role::kSystemCall, "", "", "[kernel"},
      {Role::kSystemCall, "__futex", "", ""},
  };
  for (const char* name : {"sendmsg",
                           "__sendmsg",
                           "recvmsg",
                           "__recvmsg",
                           "send",
                           "__send",
                           "recv",
                           "__recv",
                           "epoll_",
                           "poll",
                           "__poll",
                           "read",
                           "__read",
                           "write",
                           "__write",
                           "writev",
                           "__writev",
                           "syscall",
                           "accept4",
                           "eventfd_",
                           "mmap",
                           "__mmap",
                           "munmap",
                           "__munmap",
                           "madvise",
                           "__madvise",
                           "mprotect",
                           "__mprotect",
                           "sched_yield",
                           "__sched_yield",
                           "clock_nanosleep",
                           "__clock_nanosleep",
                           "pthread_cond_wait",
                           "pthread_cond_timedwait",
                           "pthread_cond_clockwait",
                           "__pthread_cond_",
                           "clone",
                           "__clone",
                           "__lll_lock_wait"}) {
    rules.push_back({Role::kSystemCall, name, "", "libc."});
  }
  return rules;
}

std::vector<FrameRule> ServiceRules() {
  return {
      {Role::kProfiling, "backwire::admin::", "", ""},
      {Role::kProfiling, "httplib::", "", ""},
      {Role::kProfiling, "", "", "libprofiler"},
      {Role::kProfiling, "", "", "libcpp-httplib"},
      // tcmalloc's heap samples walk the stack; nothing else here unwinds.
      {Role::kProfiling, "", "", "libgcc_s"},
      {Role::kSearch, "backwire::server::SimilaritySearch::Find", "", ""},
      {Role::kSearch, "backwire::server::FeatureStore::Decode", "", ""},
      {Role::kSearch, "hnswlib::", "", ""},
      {Role::kHandler, "backwire::server::", "", ""},
      {Role::kHandler, "backwire::workload::", "", ""},
  };
}

std::vector<FrameRule> TransportRules() {
  std::vector<FrameRule> rules;
  for (const char* prefix : {"grpc::", "grpc_", "gpr_", "chttp2"}) {
    rules.push_back({Role::kTransport, prefix, "", ""});
  }
  for (const char* object : {"libgrpc", "libgpr", "libaddress_sorting",
                             "libcares", "libssl", "libcrypto", "libz."}) {
    rules.push_back({Role::kTransport, "", "", object});
  }
  return rules;
}

bool Matches(const FrameRule& rule, const Frame& frame) {
  return absl::StartsWith(frame.function, rule.prefix) &&
         absl::StrContains(frame.function, rule.contains) &&
         absl::StartsWith(frame.object, rule.object);
}

}  // namespace

FrameTable FrameTable::Default() {
  // The first match counts: building comes before the service's other code,
  // whose namespaces it shares, and what gRPC exports before all that is
  // gRPC's.
  std::vector<FrameRule> all;
  for (const auto& rules :
       {CodecRules(), AllocationRules(), BuildRules(), ServiceRules(),
        SystemCallRules(), TransportRules()}) {
    all.insert(all.end(), rules.begin(), rules.end());
  }
  return FrameTable(std::move(all));
}

FrameTable FrameTable::With(std::vector<FrameRule> own) {
  FrameTable table = Default();
  own.insert(own.end(), table.rules_.begin(), table.rules_.end());
  table.rules_ = std::move(own);
  return table;
}

Role FrameTable::Find(const Frame& frame) const {
  for (const FrameRule& rule : rules_) {
    if (Matches(rule, frame)) return rule.role;
  }
  return Role::kNone;
}

}  // namespace backwire::profiles
