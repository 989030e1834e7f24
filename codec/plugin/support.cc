#include "backwire/plugin/support.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "backwire/compat/protobuf_compat.h"
#include "google/protobuf/descriptor.pb.h"

namespace backwire::plugin {
namespace {

using ::google::protobuf::Descriptor;
using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::FileDescriptor;
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

void VisitMessage(const Descriptor* message,
                  const std::function<void(const Descriptor*)>& visit) {
  if (message->options().map_entry()) return;
  visit(message);
  for (int i = 0; i < message->nested_type_count(); ++i) {
    VisitMessage(message->nested_type(i), visit);
  }
}

// What generated code and the headers under it declare outside of classes.
constexpr const char* kNamespaces[] = {"backwire", "backwire_files", "grpc"};
constexpr const char* kOthers[] = {
    "backwire.absl",
    "backwire.google",
    "backwire.std",
    "backwire.builder",
    "backwire.compat",
    "backwire.dynamic",
    "backwire.grpc_glue",
    "backwire.message",
    "backwire.view",
    "backwire.wire",
    "backwire.Builder",
    "backwire.ByteBufferOutput",
    "backwire.CountViews",
    "backwire.CountViewsByType",
    "backwire.DynamicParser",
    "backwire.DynamicValue",
    "backwire.DynamicView",
    "backwire.EncodedMessage",
    "backwire.FieldHandle",
    "backwire.GetKey",
    "backwire.GetValue",
    "backwire.LayoutOf",
    "backwire.MessageCodec",
    "backwire.PreparedMessage",
    "backwire.TypeCodec",
    "backwire.TypeViewCounts",
    "backwire.MakeTypeCodec",
    "backwire.RegisterTypeCodecs",
    "backwire.RegisteredTypeCodecs",
    "backwire.View",
    "backwire.ViewCounter",
    "backwire.ViewCounts",
    "backwire.ViewOf",
    "grpc.ByteBuffer",
    "grpc.SerializationTraits",
    "grpc.Status",
};

template <class List>
bool IsOneOf(const List& list, const std::string& name) {
  return std::find(std::begin(list), std::end(list), name) != std::end(list);
}

// The namespaces that the file's package opens.
std::vector<std::string> NamespacesOf(const FileDescriptor* file) {
  std::vector<std::string> names;
  const std::string package(file->package());
  for (const auto& part : absl::StrSplit(package, '.', absl::SkipEmpty())) {
    names.push_back(names.empty() ? std::string(part)
                                  : absl::StrCat(names.back(), ".", part));
  }
  return names;
}

// What the file declares in the innermost of them.
std::vector<std::string> TopLevelNamesOf(const FileDescriptor* file) {
  std::vector<std::string> names;
  for (int i = 0; i < file->message_type_count(); ++i) {
    names.emplace_back(file->message_type(i)->full_name());
  }
  for (int i = 0; i < file->enum_type_count(); ++i) {
    const auto* const type = file->enum_type(i);
    names.emplace_back(type->full_name());
    for (int j = 0; j < type->value_count(); ++j) {
      names.emplace_back(type->value(j)->full_name());
    }
  }
  for (int i = 0; i < file->extension_count(); ++i) {
    names.emplace_back(file->extension(i)->full_name());
  }
  for (int i = 0; i < file->service_count(); ++i) {
    names.emplace_back(file->service(i)->full_name());
  }
  return names;
}

// The first name of the file that is taken; empty if none is.
std::string TakenNameOf(const FileDescriptor* file) {
  for (const std::string& name : NamespacesOf(file)) {
    if (IsOneOf(kOthers, name)) return name;
  }
  for (const std::string& name : TopLevelNamesOf(file)) {
    if (IsOneOf(kNamespaces, name) || IsOneOf(kOthers, name)) return name;
  }
  return "";
}

std::string FindsTakenName(const FileDescriptor* file,
                           std::set<const FileDescriptor*>* seen) {
  if (!seen->insert(file).second) return "";
  const std::string name = TakenNameOf(file);
  if (!name.empty()) {
    return absl::StrCat("the name ", name, " in ", file->name(),
                        " is one of generated code");
  }
  for (int i = 0; i < file->dependency_count(); ++i) {
    std::string reason = FindsTakenName(file->dependency(i), seen);
    if (!reason.empty()) return reason;
  }
  return "";
}

}  // namespace

std::string ReasonForStock(const FileDescriptor* file) {
  std::set<const FileDescriptor*> seen;
  return FindsTakenName(file, &seen);
}

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

wire::WireType WireTypeOf(const FieldDescriptor* field) {
  switch (field->type()) {
    case FieldDescriptor::TYPE_FIXED32:
    case FieldDescriptor::TYPE_SFIXED32:
    case FieldDescriptor::TYPE_FLOAT:
      return wire::kI32;
    case FieldDescriptor::TYPE_FIXED64:
    case FieldDescriptor::TYPE_SFIXED64:
    case FieldDescriptor::TYPE_DOUBLE:
      return wire::kI64;
    case FieldDescriptor::TYPE_STRING:
    case FieldDescriptor::TYPE_BYTES:
    case FieldDescriptor::TYPE_MESSAGE:
      return wire::kLen;
    case FieldDescriptor::TYPE_GROUP:
      return wire::kSGroup;
    default:
      return wire::kVarint;
  }
}

void ForEachMessage(const FileDescriptor* file,
                    const std::function<void(const Descriptor*)>& visit) {
  for (int i = 0; i < file->message_type_count(); ++i) {
    VisitMessage(file->message_type(i), visit);
  }
}

std::vector<const FieldDescriptor*> FieldsByNumber(const Descriptor* message) {
  std::vector<const FieldDescriptor*> fields;
  for (int i = 0; i < message->field_count(); ++i) {
    fields.push_back(message->field(i));
  }
  std::sort(fields.begin(), fields.end(),
            [](const FieldDescriptor* a, const FieldDescriptor* b) {
              return a->number() < b->number();
            });
  return fields;
}

bool HasRequiredFields(const Descriptor* message) {
  std::set<const Descriptor*> seen;
  return FindsRequired(message, &seen);
}

}  // namespace backwire::plugin
