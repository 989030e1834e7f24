#include "backwire/reflective/field_rules.h"

#include <set>
#include <vector>

#include "backwire/compat/protobuf_compat.h"
#include "google/protobuf/descriptor.pb.h"
#include "google/protobuf/wire_format_lite.h"

namespace backwire::reflective {
namespace {

using ::google::protobuf::Descriptor;
using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::internal::WireFormatLite;

std::vector<const FieldDescriptor*> FieldsAndExtensions(
    const Descriptor* message) {
  std::vector<const FieldDescriptor*> fields;
  if (message->extension_range_count() > 0) {
    message->file()->pool()->FindAllExtensions(message, &fields);
  }
  for (int i = 0; i < message->field_count(); ++i) {
    fields.push_back(message->field(i));
  }
  return fields;
}

bool IsSpecial(const FieldDescriptor* field) {
  return compat::WhyLeftToStock(field) != nullptr ||
         // Reflection itself takes such an extension for an expanded one.
         (field->is_extension() &&
          field->is_packed() != field->options().packed());
}

bool CanReflectAll(const Descriptor* message,
                   std::set<const Descriptor*>* seen) {
  if (!seen->insert(message).second) return true;
  if (message->options().message_set_wire_format() ||
      compat::HasHiddenExtension(message)) {
    return false;
  }
  for (const FieldDescriptor* field : FieldsAndExtensions(message)) {
    if (IsSpecial(field)) return false;
    if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE &&
        !CanReflectAll(field->message_type(), seen)) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool CanReflect(const Descriptor* message) {
  std::set<const Descriptor*> seen;
  return CanReflectAll(message, &seen);
}

wire::WireType WireTypeOf(const FieldDescriptor* field) {
  return static_cast<wire::WireType>(WireFormatLite::WireTypeForFieldType(
      static_cast<WireFormatLite::FieldType>(field->type())));
}

}  // namespace backwire::reflective
