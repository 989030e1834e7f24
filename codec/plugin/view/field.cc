#include "backwire/plugin/view/field.h"

#include <map>

#include "absl/strings/str_cat.h"
#include "backwire/plugin/builder/field.h"
#include "backwire/plugin/field/field.h"
#include "backwire/plugin/names.h"

namespace backwire::plugin {
namespace {

using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::OneofDescriptor;
using ::google::protobuf::io::Printer;
using Variables = std::map<std::string, std::string>;

// What a value reads as. Every name is qualified: one that is not would be
// hidden by a field that is called like it.
std::string TypeOf(const FieldDescriptor* field) {
  switch (field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT32:
      return "std::int32_t";
    case FieldDescriptor::CPPTYPE_INT64:
      return "std::int64_t";
    case FieldDescriptor::CPPTYPE_UINT32:
      return "std::uint32_t";
    case FieldDescriptor::CPPTYPE_UINT64:
      return "std::uint64_t";
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return "double";
    case FieldDescriptor::CPPTYPE_FLOAT:
      return "float";
    case FieldDescriptor::CPPTYPE_BOOL:
      return "bool";
    case FieldDescriptor::CPPTYPE_ENUM:
      return ClassOf(field->enum_type());
    case FieldDescriptor::CPPTYPE_STRING:
      return "std::string_view";
    case FieldDescriptor::CPPTYPE_MESSAGE:
      return absl::StrCat("ViewOf<", ClassOf(field->message_type()), ">");
  }
  return "";
}

bool IsText(const FieldDescriptor* field) {
  return field->cpp_type() == FieldDescriptor::CPPTYPE_STRING;
}

// What an accessor returns, and the call of view::TypedRef that gives it.
struct Access {
  std::string type;
  std::string call;
};

Access AccessOf(const FieldDescriptor* field) {
  if (field->is_map()) {
    const std::string types =
        absl::StrCat(TypeOf(field->message_type()->map_key()), ", ",
                     TypeOf(field->message_type()->map_value()));
    return {absl::StrCat("view::TypedMap<", types, ">"),
            absl::StrCat("GetTypedMap<", types, ">")};
  }
  const std::string type = TypeOf(field);
  const bool repeated = field->is_repeated();
  if (MessageOf(field) != nullptr) {
    return repeated ? Access{absl::StrCat("view::HandleRange<", type, ">"),
                             absl::StrCat("GetHandles<", type, ">")}
                    : Access{type, absl::StrCat("GetHandle<", type, ">")};
  }
  if (IsText(field)) {
    return repeated ? Access{"view::StringRange", "GetStrings"}
                    : Access{type, "GetString"};
  }
  return repeated ? Access{absl::StrCat("absl::Span<const ", type, ">"),
                           absl::StrCat("GetNumbers<", type, ">")}
                  : Access{type, absl::StrCat("GetNumber<", type, ">")};
}

Variables VariablesOf(const FieldDescriptor* field, const std::string& layout) {
  const Access access = AccessOf(field);
  return {{"about", About(field)},
          {"name", AccessorOf(field)},
          {"owner", ClassOf(field->containing_type())},
          {"layout", layout},
          {"type", access.type},
          {"call", access.call},
          {"element", TypeOf(field)}};
}

bool HasIndex(const FieldDescriptor* field) {
  return field->is_repeated() && !field->is_map();
}

constexpr char kElementBody[] =
    " {\n"
    "  return $name$()[static_cast<std::size_t>(index)];\n"
    "}\n";

}  // namespace

void PrintViewMembers(const FieldDescriptor* field, const std::string& layout,
                      Printer* printer) {
  const Variables vars = VariablesOf(field, layout);
  printer->Print(vars, "\n// $about$\n");
  if (field->has_presence()) {
    printer->Print(vars, "bool has_$name$() const { return Has($layout$); }\n");
  }
  if (field->is_repeated()) {
    printer->Print(vars,
                   "int $name$_size() const {\n"
                   "  return static_cast<int>(Size($layout$));\n"
                   "}\n");
  }
  if (MessageOf(field) != nullptr) {
    printer->Print(vars, "$type$ $name$() const;\n");
    if (HasIndex(field)) {
      printer->Print(vars, "$element$ $name$(int index) const;\n");
    }
    return;
  }
  printer->Print(vars,
                 "$type$ $name$() const {\n"
                 "  return $call$($layout$);\n"
                 "}\n");
  if (!HasIndex(field)) return;
  printer->Print(vars, "$element$ $name$(int index) const");
  printer->Print(vars, kElementBody);
}

void PrintViewDefinitions(const FieldDescriptor* field,
                          const std::string& layout, Printer* printer) {
  if (MessageOf(field) == nullptr) return;
  const Variables vars = VariablesOf(field, layout);
  printer->Print(vars,
                 "inline $type$ ViewOf<$owner$>::$name$() const {\n"
                 "  return $call$($layout$);\n"
                 "}\n");
  if (HasIndex(field)) {
    printer->Print(vars,
                   "inline $element$ ViewOf<$owner$>::$name$(int index) const");
    printer->Print(vars, kElementBody);
  }
  printer->Print("\n");
}

void PrintOneofCase(const OneofDescriptor* oneof, const std::string& layout,
                    Printer* printer) {
  printer->Print(
      "\n"
      "// oneof $name$\n"
      "decltype($constant$) $name$_case() const {\n"
      "  return GetCase<decltype($constant$)>($layout$);\n"
      "}\n",
      "name", std::string(oneof->name()), "layout", layout, "constant",
      CaseConstantOf(oneof->field(0)));
}

}  // namespace backwire::plugin
