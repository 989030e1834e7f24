#include "backwire/testing/view_comparison.h"

#include <cstring>
#include <optional>
#include <variant>

#include "absl/strings/str_cat.h"

namespace backwire::testing {
namespace {

using ::google::protobuf::Descriptor;
using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::Message;
using ::google::protobuf::Reflection;
using view::EntryRef;
using view::FieldLayout;
using view::FieldShape;

constexpr int kSingular = -1;

// A value of stock's that is no message. Text is put into *scratch.
DynamicValue StockValue(const Message& msg, const FieldDescriptor* field,
                        int index, std::string* scratch) {
  const Reflection* const r = msg.GetReflection();
#define BACKWIRE_GET(CPPTYPE, Type)                      \
  case FieldDescriptor::CPPTYPE:                         \
    return index == kSingular ? r->Get##Type(msg, field) \
                              : r->GetRepeated##Type(msg, field, index)
  switch (field->cpp_type()) {
    BACKWIRE_GET(CPPTYPE_INT32, Int32);
    BACKWIRE_GET(CPPTYPE_INT64, Int64);
    BACKWIRE_GET(CPPTYPE_UINT32, UInt32);
    BACKWIRE_GET(CPPTYPE_UINT64, UInt64);
    BACKWIRE_GET(CPPTYPE_FLOAT, Float);
    BACKWIRE_GET(CPPTYPE_DOUBLE, Double);
    BACKWIRE_GET(CPPTYPE_BOOL, Bool);
    BACKWIRE_GET(CPPTYPE_ENUM, EnumValue);
    case FieldDescriptor::CPPTYPE_STRING:
      *scratch = index == kSingular ? r->GetString(msg, field)
                                    : r->GetRepeatedString(msg, field, index);
      return std::string_view(*scratch);
    case FieldDescriptor::CPPTYPE_MESSAGE:
      break;
  }
#undef BACKWIRE_GET
  return false;
}

// Numbers by their bits: NaN equals itself. Both zeros are one: stock's
// generated code loses the sign of a default of -0.0.
bool Same(const DynamicValue& a, const DynamicValue& b) {
  if (a.index() != b.index()) return false;
  return std::visit(
      [&b](const auto& value) {
        using T = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<T, std::string_view>) {
          return value == std::get<T>(b);
        } else if constexpr (std::is_arithmetic_v<T>) {
          const T other = std::get<T>(b);
          return std::memcmp(&value, &other, sizeof(T)) == 0 ||
                 (value == T{} && other == T{});
        } else {
          return false;
        }
      },
      a);
}

const FieldDescriptor* FieldOf(const Message& msg, int number) {
  const FieldDescriptor* const field =
      msg.GetDescriptor()->FindFieldByNumber(number);
  return field != nullptr
             ? field
             : msg.GetReflection()->FindKnownExtensionByNumber(number);
}

bool IsMessage(const FieldDescriptor* field) {
  return field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE;
}

std::string CompareValue(const DynamicValue& value, const Message& msg,
                         const FieldDescriptor* field, int index) {
  if (IsMessage(field)) {
    const Reflection* const r = msg.GetReflection();
    return CompareView(std::get<DynamicView>(value),
                       index == kSingular
                           ? r->GetMessage(msg, field)
                           : r->GetRepeatedMessage(msg, field, index));
  }
  std::string scratch;
  return Same(value, StockValue(msg, field, index, &scratch)) ? ""
                                                              : "another value";
}

std::optional<EntryRef> Lookup(const view::MapRef& map,
                               const DynamicValue& key) {
  return std::visit(
      [&map](const auto& value) -> std::optional<EntryRef> {
        using T = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<T, std::string_view>) {
          return map.Find(value);
        } else if constexpr (std::is_arithmetic_v<T>) {
          return map.FindNumber<T>(value);
        } else {
          return std::nullopt;
        }
      },
      key);
}

std::string CompareMap(const view::MapRef& map, const Message& msg,
                       const FieldDescriptor* field) {
  const Reflection* const r = msg.GetReflection();
  const int size = r->FieldSize(msg, field);
  if (map.size() != static_cast<size_t>(size)) return "another size";
  for (int i = 0; i < size; ++i) {
    const Message& entry = r->GetRepeatedMessage(msg, field, i);
    const Descriptor* const type = field->message_type();
    std::string scratch;
    const DynamicValue key =
        StockValue(entry, type->map_key(), kSingular, &scratch);
    const std::optional<EntryRef> found = Lookup(map, key);
    if (!found) return "a key is missing";
    if (!Same(GetKey(*found), key)) return "another key";
    std::string problem =
        CompareValue(GetValue(*found), entry, type->map_value(), kSingular);
    if (!problem.empty()) return problem;
  }
  return "";
}

std::string CompareSingular(const DynamicView& view, const FieldLayout& layout,
                            const Message& msg, const FieldDescriptor* field) {
  const Reflection* const r = msg.GetReflection();
  if (view.Has(layout) != r->HasField(msg, field)) return "another presence";
  if (layout.shape == FieldShape::kOneof) {
    const FieldDescriptor* const set =
        r->GetOneofFieldDescriptor(msg, field->real_containing_oneof());
    const int number = set == nullptr ? 0 : set->number();
    if (view.OneofCase(layout) != static_cast<uint32_t>(number)) {
      return "another case";
    }
  }
  // The empty message may hold itself.
  if (IsMessage(field) && !view.Has(layout)) return "";
  return CompareValue(view.Get(&layout), msg, field, kSingular);
}

std::string CompareField(const DynamicView& view, const FieldLayout& layout,
                         const Message& msg, const FieldDescriptor* field) {
  if (layout.shape == FieldShape::kMap) {
    return CompareMap(view.GetMap(layout), msg, field);
  }
  if (layout.shape != FieldShape::kRepeated) {
    return CompareSingular(view, layout, msg, field);
  }
  const int size = msg.GetReflection()->FieldSize(msg, field);
  if (view.Size(layout) != static_cast<size_t>(size)) return "another size";
  for (int i = 0; i < size; ++i) {
    std::string problem = CompareValue(
        view.GetElement(&layout, static_cast<size_t>(i)), msg, field, i);
    if (!problem.empty()) return problem;
  }
  return "";
}

}  // namespace

std::string CompareView(const DynamicView& view, const Message& msg) {
  const view::MessageLayout& layout = view.layout();
  for (uint32_t i = 0; i < layout.field_count; ++i) {
    const FieldDescriptor* const field =
        FieldOf(msg, static_cast<int>(layout.fields[i].number));
    if (field == nullptr) return "a field that the message has not";
    const std::string problem =
        CompareField(view, layout.fields[i], msg, field);
    if (!problem.empty()) {
      return absl::StrCat(problem, " in ", std::string(field->full_name()));
    }
  }
  return "";
}

}  // namespace backwire::testing
