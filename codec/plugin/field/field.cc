#include "backwire/plugin/field/field.h"

#include "absl/strings/str_cat.h"
#include "backwire/compat/protobuf_compat.h"
#include "backwire/plugin/names.h"

namespace backwire::plugin {
namespace {

using ::google::protobuf::FieldDescriptor;

std::string EnumKind(const FieldDescriptor* field) {
  const std::string name = ClassOf(field->enum_type());
  if (!compat::HasClosedEnum(field)) {
    return absl::StrCat("message::OpenEnum<", name, ">");
  }
  return absl::StrCat("message::ClosedEnum<", name, ", &", name, "_IsValid>");
}

std::string TypeName(const FieldDescriptor* field) {
  if (field->is_map()) {
    return absl::StrCat("map<", TypeName(field->message_type()->map_key()),
                        ", ", TypeName(field->message_type()->map_value()),
                        ">");
  }
  if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
    return std::string(field->message_type()->full_name());
  }
  if (field->cpp_type() == FieldDescriptor::CPPTYPE_ENUM) {
    return std::string(field->enum_type()->full_name());
  }
  return std::string(field->type_name());
}

}  // namespace

std::string About(const FieldDescriptor* field) {
  return absl::StrCat(
      field->is_repeated() && !field->is_map() ? "repeated " : "",
      TypeName(field), " ", field->name(), " = ", field->number());
}

FieldGenerator::FieldGenerator(const Field* field) : field_(field) {
  vars_["name"] = AccessorOf(field);
  vars_["number"] = std::to_string(field->number());
  vars_["full_name"] = Quoted(std::string(field->full_name()));
  vars_["about"] = About(field);
}

void FieldGenerator::PrintIfPresent(Printer* printer,
                                    const char* statement) const {
  printer->Print(vars_, "// $about$\n");
  if (!field_->has_presence()) {
    printer->Print(vars_, statement);
    return;
  }
  printer->Print(vars_, "if (msg.has_$name$()) {\n");
  printer->Indent();
  printer->Print(vars_, statement);
  printer->Outdent();
  printer->Print("}\n");
}

void FieldGenerator::PrintCase(Printer* printer, int wire_type,
                               const char* statement) const {
  Variables vars = vars_;
  vars["tag"] = std::to_string(static_cast<uint32_t>(field_->number()) << 3 |
                               static_cast<uint32_t>(wire_type));
  printer->Print(vars, "case $tag$u:  // $about$\n");
  printer->Indent();
  printer->Print(vars, statement);
  printer->Print("break;\n");
  printer->Outdent();
}

std::string KindOf(const FieldDescriptor* field) {
  switch (field->type()) {
    case FieldDescriptor::TYPE_DOUBLE:
      return "message::Double";
    case FieldDescriptor::TYPE_FLOAT:
      return "message::Float";
    case FieldDescriptor::TYPE_INT64:
      return "message::Int64";
    case FieldDescriptor::TYPE_UINT64:
      return "message::UInt64";
    case FieldDescriptor::TYPE_INT32:
      return "message::Int32";
    case FieldDescriptor::TYPE_FIXED64:
      return "message::Fixed64";
    case FieldDescriptor::TYPE_FIXED32:
      return "message::Fixed32";
    case FieldDescriptor::TYPE_BOOL:
      return "message::Bool";
    case FieldDescriptor::TYPE_STRING:
      return compat::ChecksUtf8(field) ? "message::Utf8String"
                                       : "message::RawString";
    case FieldDescriptor::TYPE_GROUP:
    case FieldDescriptor::TYPE_MESSAGE:
      return absl::StrCat("message::Submessage<",
                          ClassOf(field->message_type()), ">");
    case FieldDescriptor::TYPE_BYTES:
      return "message::Bytes";
    case FieldDescriptor::TYPE_UINT32:
      return "message::UInt32";
    case FieldDescriptor::TYPE_ENUM:
      return EnumKind(field);
    case FieldDescriptor::TYPE_SFIXED32:
      return "message::SFixed32";
    case FieldDescriptor::TYPE_SFIXED64:
      return "message::SFixed64";
    case FieldDescriptor::TYPE_SINT32:
      return "message::SInt32";
    case FieldDescriptor::TYPE_SINT64:
      return "message::SInt64";
  }
  return "";
}

std::unique_ptr<FieldGenerator> MakeFieldGenerator(
    const FieldDescriptor* field) {
  if (field->is_map()) return MakeMapGenerator(field);
  switch (field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_MESSAGE:
      return MakeSubmessageGenerator(field);
    case FieldDescriptor::CPPTYPE_STRING:
      return MakeStringGenerator(field);
    case FieldDescriptor::CPPTYPE_INT32:
    case FieldDescriptor::CPPTYPE_INT64:
    case FieldDescriptor::CPPTYPE_UINT32:
    case FieldDescriptor::CPPTYPE_UINT64:
    case FieldDescriptor::CPPTYPE_DOUBLE:
    case FieldDescriptor::CPPTYPE_FLOAT:
    case FieldDescriptor::CPPTYPE_BOOL:
    case FieldDescriptor::CPPTYPE_ENUM:
      return MakeScalarGenerator(field);
  }
  return nullptr;
}

}  // namespace backwire::plugin
