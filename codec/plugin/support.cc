#include "backwire/plugin/support.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "google/protobuf/descriptor.pb.h"

namespace backwire::plugin {
namespace {

using ::google::protobuf::Descriptor;
using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::FieldOptions;
using ::google::protobuf::FileDescriptor;
using ::google::protobuf::FileOptions;

bool IsProto3(const FileDescriptor* file) {
  return file->syntax() == FileDescriptor::SYNTAX_PROTO3;
}

std::string ReasonForStock(const FieldDescriptor* field) {
  const FieldOptions& options = field->options();
  if (options.ctype() != FieldOptions::STRING) {
    return absl::StrCat("field ", field->name(), " has a ctype");
  }
  if (options.lazy() || options.unverified_lazy()) {
    return absl::StrCat("field ", field->name(), " is lazy");
  }
  if (options.weak()) return absl::StrCat("field ", field->name(), " is weak");
  return "";
}

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

// What generated code and the headers under it declare outside of classes.
constexpr const char* kNamespaces[] = {"backwire", "backwire_files", "grpc"};
constexpr const char* kOthers[] = {
    "backwire.message",
    "backwire.wire",
    "backwire.MessageCodec",
    "backwire.TypeCodec",
    "backwire.MakeTypeCodec",
    "backwire.RegisterTypeCodecs",
    "backwire.RegisteredTypeCodecs",
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
    std::string reason = ReasonForStock(message->field(i));
    if (!reason.empty()) return reason;
  }
  return "";
}

bool ChecksUtf8(const FieldDescriptor* field) {
  return field->type() == FieldDescriptor::TYPE_STRING &&
         IsProto3(field->file());
}

bool HasClosedEnum(const FieldDescriptor* field) {
  // Stock decides by the file of the field, not by that of the enum.
  return field->cpp_type() == FieldDescriptor::CPPTYPE_ENUM &&
         !IsProto3(field->file());
}

bool IsGroup(const FieldDescriptor* field) {
  return field->type() == FieldDescriptor::TYPE_GROUP;
}

bool HasRequiredFields(const Descriptor* message) {
  std::set<const Descriptor*> seen;
  return FindsRequired(message, &seen);
}

}  // namespace backwire::plugin
