#include "backwire/plugin/view/layout.h"

#include <algorithm>
#include <map>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "backwire/dynamic/planned_field.h"
#include "backwire/plugin/field/field.h"
#include "backwire/plugin/names.h"
#include "backwire/plugin/support.h"
#include "backwire/plugin/view/coverage.h"

namespace backwire::plugin {
namespace {

using ::google::protobuf::Descriptor;
using ::google::protobuf::EnumDescriptor;
using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::io::Printer;
using view::FieldKind;
using view::FieldLayout;

constexpr const char* kKinds[view::kFieldKinds] = {
    "kInt32",    "kInt64", "kUInt32",  "kUInt64",     "kSInt32",
    "kSInt64",   "kBool",  "kEnum",    "kClosedEnum", "kFixed32",
    "kSFixed32", "kFloat", "kFixed64", "kSFixed64",   "kDouble",
    "kText",     "kBytes", "kMessage", "kGroup"};
constexpr const char* kShapes[] = {"kImplicit", "kOptional", "kOneof",
                                   "kRepeated", "kMap"};

std::string KindName(FieldKind kind) {
  return absl::StrCat("view::FieldKind::", kKinds[static_cast<size_t>(kind)]);
}

std::string FlagsOf(const FieldLayout& field) {
  const bool packed = (field.flags & view::kPacked) != 0;
  const bool required = (field.flags & view::kRequired) != 0;
  if (packed) return "view::kPacked";
  return required ? "view::kRequired" : "0";
}

// "" if an absent field is zero or empty.
std::string DefaultOf(const FieldLayout& field) {
  if (field.default_bits != 0) {
    return absl::StrCat("view::DefaultBits(0x", absl::Hex(field.default_bits),
                        "u)");
  }
  if (field.default_size == 0) return "";
  const std::string text =
      absl::CEscape(absl::string_view(field.default_data, field.default_size));
  // Two question marks may begin a trigraph.
  return absl::StrCat("view::DefaultText(",
                      Quoted(absl::StrReplaceAll(text, {{"?", "\\?"}})), ")");
}

template <class Number>
void PrintNumbers(const std::vector<Number>& numbers, Printer* printer) {
  constexpr size_t kInLine = 12;
  printer->Indent();
  for (size_t i = 0; i < numbers.size(); ++i) {
    const bool ends_line =
        i % kInLine == kInLine - 1 || i + 1 == numbers.size();
    printer->Print("$number$,", "number", std::to_string(numbers[i]));
    printer->Print(ends_line ? "\n" : " ");
  }
  printer->Outdent();
}

view::MapLayout PlanMap(const FieldDescriptor* field) {
  view::MapLayout map = {};
  map.key.kind = dynamic::KindOf(field->message_type()->map_key());
  map.value.kind = dynamic::KindOf(field->message_type()->map_value());
  view::PlanMapEntry(&map);
  return map;
}

std::string MessageFlags(const Descriptor* message) {
  std::string flags;
  if (HasRequiredFields(message)) flags = "view::kReachesRequired";
  if (ReachesMap(message)) {
    absl::StrAppend(&flags, flags.empty() ? "" : " | ", "view::kReachesMap");
  }
  return flags.empty() ? "0" : flags;
}

}  // namespace

LayoutGenerator::LayoutGenerator(const Descriptor* message)
    : message_(message), fields_(FieldsByNumber(message)) {
  for (const FieldDescriptor* field : fields_) {
    planned_.push_back(dynamic::PlanField(field));
    if (field->is_map()) {
      maps_.push_back(field);
      AddEnumOf(field->message_type()->map_value());
    } else {
      AddEnumOf(field);
    }
  }
  record_bytes_ = view::PlanRecord(&planned_);
  dense_ = view::PlanDense(planned_);
}

void LayoutGenerator::AddEnumOf(const FieldDescriptor* field) {
  if (dynamic::KindOf(field) != FieldKind::kClosedEnum) return;
  const EnumDescriptor* const type = field->enum_type();
  const auto end = closed_enums_.end();
  if (std::find(closed_enums_.begin(), end, type) != end) return;
  closed_enums_.push_back(type);
}

std::string LayoutGenerator::SubOf(const FieldDescriptor* field) const {
  const FieldKind kind = dynamic::KindOf(field);
  if (view::IsMessage(kind)) {
    return absl::StrCat("&LayoutOf<", ClassOf(field->message_type()),
                        ">::kSub");
  }
  if (kind != FieldKind::kClosedEnum) return "nullptr";
  const auto found =
      std::find(closed_enums_.begin(), closed_enums_.end(), field->enum_type());
  return absl::StrCat("&kEnumSub", found - closed_enums_.begin());
}

void LayoutGenerator::PrintDeclaration(Printer* printer) const {
  printer->Print(
      "template <>\n"
      "struct LayoutOf<$class$> {\n"
      "  static const view::MessageLayout* Get() { return &kMessage; }\n"
      "  static const view::MessageLayout kMessage;\n"
      "  static constexpr view::SubLayout kSub = {&kMessage, nullptr, "
      "nullptr,\n"
      "                                           nullptr};\n",
      "class", ClassOf(message_));
  printer->Indent();
  const auto print_array = [printer](const char* type, const char* name,
                                     size_t size) {
    if (size == 0) return;
    printer->Print("static const view::$type$ $name$[$size$];\n", "type", type,
                   "name", name, "size", std::to_string(size));
  };
  print_array("FieldLayout", "kFields", fields_.size());
  print_array("MapLayout", "kMaps", maps_.size());
  print_array("SubLayout", "kMapSubs", maps_.size());
  PrintEnums(printer);
  if (!dense_.empty()) {
    printer->Print("static constexpr uint16_t kDense[] = {\n");
    PrintNumbers(dense_, printer);
    printer->Print("};\n");
  }
  printer->Print(
      "alignas(8) static constexpr char kEmptyRecord[$bytes$] = {};\n", "bytes",
      std::to_string(record_bytes_));
  printer->Outdent();
  printer->Print("};\n\n");
}

void LayoutGenerator::PrintEnums(Printer* printer) const {
  for (size_t i = 0; i < closed_enums_.size(); ++i) {
    std::vector<int32_t> numbers = dynamic::NumbersOf(closed_enums_[i]);
    const view::EnumLayout layout = view::PlanEnum(&numbers);
    const std::string index = std::to_string(i);
    printer->Print(
        "// $name$\nstatic constexpr int32_t kNumbers$index$[] = {\n", "name",
        std::string(closed_enums_[i]->full_name()), "index", index);
    PrintNumbers(numbers, printer);
    printer->Print(
        "};\n"
        "static constexpr view::EnumLayout kEnum$index$ = {\n"
        "    $first$, $range$, kNumbers$index$, $count$};\n"
        "static constexpr view::SubLayout kEnumSub$index$ = {\n"
        "    nullptr, nullptr, nullptr, &kEnum$index$};\n",
        "index", index, "first", std::to_string(layout.first), "range",
        std::to_string(layout.range_count), "count",
        std::to_string(layout.number_count));
  }
}

void LayoutGenerator::PrintMaps(Printer* printer) const {
  if (maps_.empty()) return;
  const std::string name = ClassOf(message_);
  printer->Print(
      "inline constexpr view::MapLayout LayoutOf<$class$>::kMaps[] = {\n",
      "class", name);
  for (const FieldDescriptor* field : maps_) {
    const view::MapLayout map = PlanMap(field);
    printer->Print(
        "    // $about$\n"
        "    view::MakeMap($key$, $key_at$,\n"
        "                  $value$, $value_at$,\n"
        "                  $bytes$, $sub$),\n",
        "about", About(field), "key", KindName(map.key.kind), "key_at",
        std::to_string(map.key.offset), "value", KindName(map.value.kind),
        "value_at", std::to_string(map.value.offset), "bytes",
        std::to_string(map.entry_bytes), "sub",
        SubOf(field->message_type()->map_value()));
  }
  printer->Print(
      "};\n"
      "inline constexpr view::SubLayout LayoutOf<$class$>::kMapSubs[] = {\n",
      "class", name);
  for (size_t i = 0; i < maps_.size(); ++i) {
    printer->Print("    {nullptr, nullptr, &kMaps[$index$], nullptr},\n",
                   "index", std::to_string(i));
  }
  printer->Print("};\n");
}

void LayoutGenerator::PrintField(size_t index, Printer* printer) const {
  const FieldDescriptor* const field = fields_[index];
  const FieldLayout& layout = planned_[index].layout;
  const std::string places =
      absl::StrCat(layout.number, ", ", layout.offset, ", ", layout.presence);
  printer->Print("    // $about$\n", "about", About(field));
  if (field->is_map()) {
    const view::MapLayout map = PlanMap(field);
    const auto at = std::find(maps_.begin(), maps_.end(), field);
    printer->Print(
        "    view::MakeMapField($places$, $key$,\n"
        "                       $value$, &kMapSubs[$map$]),\n",
        "places", places, "key", KindName(map.key.kind), "value",
        KindName(map.value.kind), "map", std::to_string(at - maps_.begin()));
    return;
  }
  std::string rest = absl::StrCat(", ", FlagsOf(layout), ", ", SubOf(field),
                                  ",\n                    ");
  const std::string value = DefaultOf(layout);
  if (value.empty()) {
    rest.erase(rest.size() - std::string(",\n                    ").size());
    if (rest == ", 0, nullptr") rest.clear();
  }
  printer->Print(
      "    view::MakeField($places$, $kind$,\n"
      "                    view::FieldShape::$shape$$rest$$default$),\n",
      "places", places, "kind", KindName(layout.kind), "shape",
      kShapes[static_cast<size_t>(layout.shape)], "rest", rest, "default",
      value);
}

void LayoutGenerator::PrintFields(Printer* printer) const {
  if (fields_.empty()) return;
  printer->Print(
      "inline constexpr view::FieldLayout LayoutOf<$class$>::kFields[] = {\n",
      "class", ClassOf(message_));
  for (size_t i = 0; i < fields_.size(); ++i) PrintField(i, printer);
  printer->Print("};\n");
}

void LayoutGenerator::PrintDefinitions(Printer* printer) const {
  PrintMaps(printer);
  PrintFields(printer);
  printer->Print(
      "inline constexpr view::MessageLayout LayoutOf<$class$>::kMessage = {\n"
      "    $fields$, $field_count$, $dense_count$, $dense$, $bytes$,\n"
      "    $flags$, kEmptyRecord,\n"
      "    \"$name$\", nullptr};\n\n",
      "class", ClassOf(message_), "fields",
      fields_.empty() ? "nullptr" : "kFields", "field_count",
      std::to_string(fields_.size()), "dense_count",
      std::to_string(dense_.size()), "dense",
      dense_.empty() ? "nullptr" : "kDense", "bytes",
      std::to_string(record_bytes_), "flags", MessageFlags(message_), "name",
      std::string(message_->full_name()));
}

}  // namespace backwire::plugin
