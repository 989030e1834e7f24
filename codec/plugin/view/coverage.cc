#include "backwire/plugin/view/coverage.h"

#include <functional>
#include <set>

#include "absl/strings/str_cat.h"
#include "backwire/compat/protobuf_compat.h"
#include "backwire/plugin/support.h"
#include "google/protobuf/descriptor.pb.h"

namespace backwire::plugin {
namespace {

using ::google::protobuf::Descriptor;
using ::google::protobuf::FieldDescriptor;

// The first message of those that `message` can hold, itself included, that
// `matches`; nullptr if none does.
const Descriptor* FindReached(
    const Descriptor* message,
    const std::function<bool(const Descriptor*)>& matches,
    std::set<const Descriptor*>* seen) {
  if (!seen->insert(message).second) return nullptr;
  if (matches(message)) return message;
  for (int i = 0; i < message->field_count(); ++i) {
    const FieldDescriptor* const field = message->field(i);
    if (field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) continue;
    const Descriptor* const found =
        FindReached(field->message_type(), matches, seen);
    if (found != nullptr) return found;
  }
  return nullptr;
}

// Why a message and all that hold it have no view.
std::string OwnReason(const Descriptor* message) {
  for (int i = 0; i < message->field_count(); ++i) {
    if (compat::IsWeak(message->field(i))) {
      return absl::StrCat("field ", std::string(message->field(i)->name()),
                          " is weak");
    }
  }
  const bool lite = message->file()->options().optimize_for() ==
                    ::google::protobuf::FileOptions::LITE_RUNTIME;
  return lite && message->extension_range_count() > 0
             ? "it is lite and can be extended"
             : "";
}

}  // namespace

std::string WhyNoView(const Descriptor* message) {
  std::set<const Descriptor*> seen;
  const Descriptor* const found = FindReached(
      message, [](const Descriptor* each) { return !OwnReason(each).empty(); },
      &seen);
  if (found == nullptr) return "";
  const std::string reason = OwnReason(found);
  return found == message
             ? reason
             : absl::StrCat("it can hold ", std::string(found->full_name()),
                            ", and ", reason);
}

bool HasConstantLayout(const Descriptor* message) {
  return message->extension_range_count() == 0;
}

bool ReachesMap(const Descriptor* message) {
  std::set<const Descriptor*> seen;
  return FindReached(
             message,
             [](const Descriptor* each) {
               return each->options().map_entry() ||
                      each->extension_range_count() > 0;
             },
             &seen) != nullptr;
}

}  // namespace backwire::plugin
