#include "backwire/dynamic/planned_field.h"

#include <cstring>

#include "backwire/compat/protobuf_compat.h"

namespace backwire::dynamic {
namespace {

using ::google::protobuf::EnumDescriptor;
using ::google::protobuf::FieldDescriptor;
using view::FieldKind;
using view::FieldLayout;
using view::FieldShape;

FieldShape ShapeOf(const FieldDescriptor* field) {
  if (field->is_map()) return FieldShape::kMap;
  if (field->is_repeated()) return FieldShape::kRepeated;
  if (field->real_containing_oneof() != nullptr) return FieldShape::kOneof;
  // Stock tells an extension that is set, whatever the syntax.
  return field->is_extension() || field->has_presence() ? FieldShape::kOptional
                                                        : FieldShape::kImplicit;
}

template <class T>
uint64_t BitsOf(T value) {
  uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(value));
  return bits;
}

void SetDefault(const FieldDescriptor* field, FieldLayout* layout) {
  switch (field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT32:
      layout->default_bits = BitsOf(field->default_value_int32());
      break;
    case FieldDescriptor::CPPTYPE_INT64:
      layout->default_bits = BitsOf(field->default_value_int64());
      break;
    case FieldDescriptor::CPPTYPE_UINT32:
      layout->default_bits = BitsOf(field->default_value_uint32());
      break;
    case FieldDescriptor::CPPTYPE_UINT64:
      layout->default_bits = BitsOf(field->default_value_uint64());
      break;
    case FieldDescriptor::CPPTYPE_DOUBLE:
      layout->default_bits = BitsOf(field->default_value_double());
      break;
    case FieldDescriptor::CPPTYPE_FLOAT:
      layout->default_bits = BitsOf(field->default_value_float());
      break;
    case FieldDescriptor::CPPTYPE_BOOL:
      layout->default_bits = BitsOf(field->default_value_bool());
      break;
    case FieldDescriptor::CPPTYPE_ENUM:
      layout->default_bits = BitsOf(field->default_value_enum()->number());
      break;
    case FieldDescriptor::CPPTYPE_STRING:
      // The descriptor keeps it.
      layout->default_data = field->default_value_string().data();
      layout->default_size =
          static_cast<uint32_t>(field->default_value_string().size());
      break;
    case FieldDescriptor::CPPTYPE_MESSAGE:
      break;
  }
}

}  // namespace

FieldKind KindOf(const FieldDescriptor* field) {
  switch (field->type()) {
    case FieldDescriptor::TYPE_INT32:
      return FieldKind::kInt32;
    case FieldDescriptor::TYPE_INT64:
      return FieldKind::kInt64;
    case FieldDescriptor::TYPE_UINT32:
      return FieldKind::kUInt32;
    case FieldDescriptor::TYPE_UINT64:
      return FieldKind::kUInt64;
    case FieldDescriptor::TYPE_SINT32:
      return FieldKind::kSInt32;
    case FieldDescriptor::TYPE_SINT64:
      return FieldKind::kSInt64;
    case FieldDescriptor::TYPE_BOOL:
      return FieldKind::kBool;
    case FieldDescriptor::TYPE_ENUM:
      return compat::HasClosedEnum(field) ? FieldKind::kClosedEnum
                                          : FieldKind::kEnum;
    case FieldDescriptor::TYPE_FIXED32:
      return FieldKind::kFixed32;
    case FieldDescriptor::TYPE_SFIXED32:
      return FieldKind::kSFixed32;
    case FieldDescriptor::TYPE_FLOAT:
      return FieldKind::kFloat;
    case FieldDescriptor::TYPE_FIXED64:
      return FieldKind::kFixed64;
    case FieldDescriptor::TYPE_SFIXED64:
      return FieldKind::kSFixed64;
    case FieldDescriptor::TYPE_DOUBLE:
      return FieldKind::kDouble;
    case FieldDescriptor::TYPE_STRING:
      return compat::ChecksUtf8(field) ? FieldKind::kText : FieldKind::kBytes;
    case FieldDescriptor::TYPE_BYTES:
      return FieldKind::kBytes;
    case FieldDescriptor::TYPE_MESSAGE:
      return FieldKind::kMessage;
    case FieldDescriptor::TYPE_GROUP:
      return FieldKind::kGroup;
  }
  return FieldKind::kBytes;
}

view::PlannedField PlanField(const FieldDescriptor* field) {
  view::PlannedField planned = {};
  FieldLayout& layout = planned.layout;
  layout.number = static_cast<uint32_t>(field->number());
  layout.kind = KindOf(field);
  layout.shape = ShapeOf(field);
  if (field->is_packed()) layout.flags |= view::kPacked;
  if (field->is_required()) layout.flags |= view::kRequired;
  if (!field->is_repeated()) SetDefault(field, &layout);
  const auto* const oneof = field->real_containing_oneof();
  planned.oneof = oneof == nullptr ? -1 : oneof->index();
  return planned;
}

std::vector<int32_t> NumbersOf(const EnumDescriptor* type) {
  std::vector<int32_t> numbers;
  for (int i = 0; i < type->value_count(); ++i) {
    numbers.push_back(type->value(i)->number());
  }
  return numbers;
}

}  // namespace backwire::dynamic
