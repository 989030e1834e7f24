#include "backwire/registry/active_codec.h"

#include <atomic>
#include <mutex>
#include <optional>

#include "absl/strings/str_cat.h"
#include "backwire/registry/counters.h"

namespace backwire {
namespace {

std::mutex g_choice_mutex;
std::optional<CodecName> g_choice;  // guarded by g_choice_mutex
std::atomic<CodecName> g_active{CodecName::kStock};

}  // namespace

absl::Status ChooseCodec(CodecName name) {
  const std::lock_guard<std::mutex> lock(g_choice_mutex);
  if (g_choice.has_value() && *g_choice != name) {
    return absl::FailedPreconditionError(absl::StrCat(
        "codec \"", ToString(name), "\" was asked for, but this process has ",
        "already chosen \"", ToString(*g_choice),
        "\"; the choice is made once, before the first call"));
  }
  g_choice = name;
  g_active.store(name, std::memory_order_release);
  return absl::OkStatus();
}

CodecName ActiveCodec() { return g_active.load(std::memory_order_acquire); }

CodecCounters SnapshotCounters() { return {}; }

}  // namespace backwire
