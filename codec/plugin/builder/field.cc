#include "backwire/plugin/builder/field.h"

#include <map>
#include <string>

#include "absl/strings/str_cat.h"
#include "backwire/compat/protobuf_compat.h"
#include "backwire/plugin/field/field.h"
#include "backwire/plugin/names.h"
#include "backwire/plugin/support.h"
#include "google/protobuf/descriptor.pb.h"

namespace backwire::plugin {
namespace {

using ::google::protobuf::Descriptor;
using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::io::Printer;
using Variables = std::map<std::string, std::string>;

// The kind as writing sees it: whether an enum is closed is the reader's
// matter.
std::string WrittenKind(const FieldDescriptor* field) {
  if (field->cpp_type() != FieldDescriptor::CPPTYPE_ENUM) return KindOf(field);
  return absl::StrCat("message::OpenEnum<", ClassOf(field->enum_type()), ">");
}

// What a setter takes.
std::string ArgumentOf(const FieldDescriptor* field) {
  switch (field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT32:
      return "int32_t";
    case FieldDescriptor::CPPTYPE_INT64:
      return "int64_t";
    case FieldDescriptor::CPPTYPE_UINT32:
      return "uint32_t";
    case FieldDescriptor::CPPTYPE_UINT64:
      return "uint64_t";
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return "double";
    case FieldDescriptor::CPPTYPE_FLOAT:
      return "float";
    case FieldDescriptor::CPPTYPE_BOOL:
      return "bool";
    case FieldDescriptor::CPPTYPE_ENUM:
      return ClassOf(field->enum_type());
    case FieldDescriptor::CPPTYPE_STRING:
      return "builder::Text";
    case FieldDescriptor::CPPTYPE_MESSAGE:
      return absl::StrCat("const ", ClassOf(field->message_type()), "&");
  }
  return "";
}

// The last argument of a call that may log text: the field's name.
std::string LogName(const FieldDescriptor* field) {
  if (!compat::ChecksUtf8(field)) return "";
  return absl::StrCat(", ", Quoted(compat::LogName(field)));
}

std::string NameOrEmpty(const FieldDescriptor* field) {
  return Quoted(compat::ChecksUtf8(field) ? compat::LogName(field) : "");
}

std::string TagOf(const FieldDescriptor* field) {
  const uint32_t type = field->is_packed() || field->is_map()
                            ? static_cast<uint32_t>(wire::kLen)
                            : static_cast<uint32_t>(WireTypeOf(field));
  return absl::StrCat(static_cast<uint32_t>(field->number()) << 3 | type, "u");
}

void AddMapVariables(const FieldDescriptor* field, Variables* vars) {
  const FieldDescriptor* const key = field->message_type()->map_key();
  const FieldDescriptor* const value = field->message_type()->map_value();
  (*vars)["key"] = WrittenKind(key);
  (*vars)["key_argument"] = ArgumentOf(key);
  (*vars)["key_name"] = NameOrEmpty(key);
  (*vars)["value"] = WrittenKind(value);
  (*vars)["value_argument"] = ArgumentOf(value);
  (*vars)["value_name"] = NameOrEmpty(value);
}

Variables VariablesOf(const FieldDescriptor* field, int required_bit) {
  Variables vars;
  vars["name"] = AccessorOf(field);
  vars["about"] = About(field);
  vars["tag"] = TagOf(field);
  vars["verb"] = field->is_repeated() ? "add" : "set";
  vars["open"] = field->is_repeated() ? "add" : "open";
  vars["what"] = IsGroup(field) ? "Group" : "Submessage";
  vars["owner"] = ClassOf(field->containing_type());
  vars["mark"] = required_bit < 0 ? ""
                                  : absl::StrCat("MarkSet(uint64_t{1} << ",
                                                 required_bit, "); ");
  if (field->is_map()) {
    AddMapVariables(field, &vars);
  } else {
    vars["kind"] = WrittenKind(field);
    vars["argument"] = ArgumentOf(field);
    vars["log_name"] = LogName(field);
    vars["put"] =
        field->is_repeated() || field->has_presence() ? "Put" : "PutImplicit";
  }
  if (MessageOf(field) != nullptr) vars["child"] = ClassOf(MessageOf(field));
  return vars;
}

// Builders of another file exist if the plugin was told to write them there,
// which only the compiler of the file can see.
void PrintIfHasBuilder(const FieldDescriptor* field, const Variables& vars,
                       Printer* printer, const char* text) {
  const Descriptor* const message = MessageOf(field);
  if (!HasBuilder(message)) return;
  const bool foreign = message->file() != field->file();
  if (foreign) {
    printer->Print("#if __has_include(\"$header$\")\n", "header",
                   ExtraHeaderOf(message->file(), "builder"));
  }
  printer->Print(vars, text);
  if (foreign) printer->Print("#endif\n");
}

void PrintMap(const FieldDescriptor* field, const Variables& vars,
              Printer* printer) {
  if (MessageOf(field) == nullptr) {
    return printer->Print(
        vars,
        "void add_$name$($key_argument$ key, $value_argument$ value) {\n"
        "  PutMapEntry<$key$, $value$>(\n"
        "      $tag$, key, value,\n"
        "      {$key_name$, $value_name$});\n"
        "}\n");
  }
  PrintIfHasBuilder(
      field, vars, printer,
      "[[nodiscard]] Builder<$child$> add_$name$($key_argument$ key) &;\n");
  for (const char* body :
       {"$value_argument$", "const builder::EncodedMessage&"}) {
    printer->Print(vars,
                   absl::StrCat("void add_$name$($key_argument$ key, ", body,
                                " value) {\n"
                                "  PutMapMessage<$key$>(\n"
                                "      $tag$, key, value, $key_name$);\n"
                                "}\n")
                       .c_str());
  }
}

void PrintMessage(const FieldDescriptor* field, const Variables& vars,
                  Printer* printer) {
  PrintIfHasBuilder(field, vars, printer,
                    "[[nodiscard]] Builder<$child$> $open$_$name$() &;\n");
  for (const char* body : {"$argument$", "const builder::EncodedMessage&"}) {
    printer->Print(vars, absl::StrCat("void $verb$_$name$(", body,
                                      " value) { $mark$Put$what$($tag$, "
                                      "value); }\n")
                             .c_str());
  }
}

void PrintPacked(const Variables& vars, Printer* printer) {
  printer->Print(
      vars,
      "void add_$name$(absl::Span<const $argument$> values) {\n"
      "  PutPackedField<$kind$>($tag$, values);\n"
      "}\n"
      "[[nodiscard]] builder::PackedBuilder<$kind$> open_$name$() & {\n"
      "  return {*this, $tag$};\n"
      "}\n");
}

void PrintValue(const FieldDescriptor* field, const Variables& vars,
                Printer* printer) {
  printer->Print(vars,
                 "void $verb$_$name$($argument$ value) {\n"
                 "  $mark$$put$<$kind$>($tag$, value$log_name$);\n"
                 "}\n");
  if (!field->is_repeated() ||
      field->cpp_type() == FieldDescriptor::CPPTYPE_STRING) {
    return;
  }
  printer->Print(vars,
                 "void add_$name$(absl::Span<const $argument$> values) {\n"
                 "  PutEach<$kind$>($tag$, values);\n"
                 "}\n");
}

}  // namespace

bool HasBuilder(const Descriptor* message) {
  return !message->options().message_set_wire_format();
}

const Descriptor* MessageOf(const FieldDescriptor* field) {
  const FieldDescriptor* const value =
      field->is_map() ? field->message_type()->map_value() : field;
  return value->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE
             ? value->message_type()
             : nullptr;
}

void PrintBuilderMembers(const FieldDescriptor* field, int required_bit,
                         Printer* printer) {
  const Variables vars = VariablesOf(field, required_bit);
  printer->Print(vars, "\n// $about$\n");
  if (field->is_map()) return PrintMap(field, vars, printer);
  if (MessageOf(field) != nullptr) return PrintMessage(field, vars, printer);
  if (field->is_packed()) return PrintPacked(vars, printer);
  PrintValue(field, vars, printer);
}

void PrintBuilderDefinitions(const FieldDescriptor* field, int required_bit,
                             Printer* printer) {
  if (MessageOf(field) == nullptr) return;
  const Variables vars = VariablesOf(field, required_bit);
  if (field->is_map()) {
    return PrintIfHasBuilder(
        field, vars, printer,
        "inline Builder<$child$> Builder<$owner$>::add_$name$(\n"
        "    $key_argument$ key) & {\n"
        "  return Builder<$child$>(\n"
        "      OpenMapValue<$key$>($tag$, key, $key_name$));\n"
        "}\n\n");
  }
  PrintIfHasBuilder(
      field, vars, printer,
      "inline Builder<$child$> Builder<$owner$>::$open$_$name$() & {\n"
      "  $mark$return Builder<$child$>(Open$what$($tag$));\n"
      "}\n\n");
}

}  // namespace backwire::plugin
