#include "backwire/plugin/support.h"

#include <set>

#include "absl/strings/str_cat.h"
#include "backwire/compat/protobuf_compat.h"
#include "google/protobuf/descriptor.pb.h"

namespace backwire::plugin {
namespace {

using ::google::protobuf::Descriptor;
using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::FileOptions;

bool FindsRequired(const Descriptor* message,
                   std::set<const Descriptor*>* seen) {
  if (!seen->insert(message).second) return false;
  // An extension may hold anything.
  if (message->extension_range_count() > 0) return true;
  for (int i = 0; i < message->field_count(); ++i) {
    const FieldDescriptor* const field = message->field(i);
    if (field->is_required()) return true;
    if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE &&
        FindsRequired(field->message_type(), seen)) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::string ReasonForStock(const Descriptor* message) {
  if (message->file()->options().optimize_for() == FileOptions::LITE_RUNTIME) {
    return "lite messages have no reflection, which unknown fields need";
  }
  if (message->options().message_set_wire_format()) return "it is a MessageSet";
  if (message->extension_range_count() > 0) return "it can be extended";
  for (int i = 0; i < message->field_count(); ++i) {
    const FieldDescriptor* const field = message->field(i);
    const char* const reason = compat::WhyLeftToStock(field);
    if (reason != nullptr) {
      return absl::StrCat("field ", field->name(), " ", reason);
    }
  }
  return "";
}

bool IsGroup(const FieldDescriptor* field) {
  return field->type() == FieldDescriptor::TYPE_GROUP;
}

bool HasRequiredFields(const Descriptor* message) {
  std::set<const Descriptor*> seen;
  return FindsRequired(message, &seen);
}

}  // namespace backwire::plugin
