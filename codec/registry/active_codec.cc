#include "backwire/registry/active_codec.h"

#include <atomic>
#include <mutex>

#include "absl/strings/str_cat.h"
#include "backwire/registry/message_counts.h"
#include "backwire/registry/type_table.h"

namespace backwire {
namespace {

std::mutex g_choice_mutex;
// Written once, under the mutex; never freed, since calls may be under way
// while the process ends.
std::atomic<const CodecChoice*> g_choice{nullptr};

}  // namespace

absl::Status ChooseCodec(CodecName name) {
  const std::lock_guard<std::mutex> lock(g_choice_mutex);
  const CodecChoice* const chosen = g_choice.load(std::memory_order_acquire);
  if (chosen == nullptr) {
    const auto* const types = new TypeTable(RegisteredTypeCodecs());
    auto* const counts = new ProcessCounts(types->number_of_others() + 1);
    g_choice.store(new CodecChoice{name, types, counts},
                   std::memory_order_release);
    return absl::OkStatus();
  }
  if (chosen->name == name) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrCat(
      "codec \"", ToString(name), "\" was asked for, but this process has ",
      "already chosen \"", ToString(chosen->name),
      "\"; the choice is made once, before the first call"));
}

CodecName ActiveCodec() {
  const CodecChoice* const chosen = TheCodecChoice();
  return chosen == nullptr ? CodecName::kStock : chosen->name;
}

const CodecChoice* TheCodecChoice() {
  return g_choice.load(std::memory_order_acquire);
}

}  // namespace backwire
