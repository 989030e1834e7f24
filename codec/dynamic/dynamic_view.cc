#include "backwire/dynamic/dynamic_view.h"

#include <string>

namespace backwire {
namespace {

using view::FieldKind;
using view::FieldLayout;
using view::Load;
using view::MessageRef;

// The value of `kind` at a place in a record or an array; messages apart.
DynamicValue ValueAt(FieldKind kind, const char* place) {
  switch (kind) {
    case FieldKind::kBool:
      return Load<bool>(place, 0);
    case FieldKind::kInt32:
    case FieldKind::kSInt32:
    case FieldKind::kEnum:
    case FieldKind::kClosedEnum:
    case FieldKind::kSFixed32:
      return Load<int32_t>(place, 0);
    case FieldKind::kUInt32:
    case FieldKind::kFixed32:
      return Load<uint32_t>(place, 0);
    case FieldKind::kInt64:
    case FieldKind::kSInt64:
    case FieldKind::kSFixed64:
      return Load<int64_t>(place, 0);
    case FieldKind::kUInt64:
    case FieldKind::kFixed64:
      return Load<uint64_t>(place, 0);
    case FieldKind::kFloat:
      return Load<float>(place, 0);
    case FieldKind::kDouble:
      return Load<double>(place, 0);
    default:
      return Load<view::StringRef>(place, 0).view();
  }
}

DynamicValue EntryField(const view::EntryRef& entry, const FieldLayout& field) {
  if (view::IsMessage(field.kind)) return DynamicView(entry.GetValueMessage());
  return ValueAt(field.kind, entry.place() + field.offset);
}

}  // namespace

namespace dynamic {

FieldHandle FindField(const view::MessageLayout& layout,
                      std::string_view name) {
  const auto* const type =
      static_cast<const ::google::protobuf::Descriptor*>(layout.descriptor);
  const std::string text(name);
  const ::google::protobuf::FieldDescriptor* field =
      type->FindFieldByName(text);
  if (field == nullptr) {
    field = type->file()->pool()->FindExtensionByName(text);
    if (field == nullptr || field->containing_type() != type) return nullptr;
  }
  return layout.Find(static_cast<uint32_t>(field->number()));
}

}  // namespace dynamic

DynamicValue DynamicView::Get(FieldHandle field) const {
  if (view::IsMessage(field->kind)) return DynamicView(GetMessage(*field));
  if (view::IsString(field->kind)) return GetString(*field);
  if (Has(*field)) return ValueAt(field->kind, record() + field->offset);
  return ValueAt(field->kind,
                 reinterpret_cast<const char*>(&field->default_bits));
}

DynamicValue DynamicView::GetElement(FieldHandle field, size_t index) const {
  if (view::IsMessage(field->kind)) {
    return DynamicView(GetMessages(*field)[index]);
  }
  const view::ArrayRef& array = view::ArrayAt(record(), field->offset);
  return ValueAt(field->kind,
                 array.data + index * view::ValueBytes(field->kind));
}

DynamicValue GetKey(const view::EntryRef& entry) {
  return EntryField(entry, entry.layout().key);
}
DynamicValue GetValue(const view::EntryRef& entry) {
  return EntryField(entry, entry.layout().value);
}

}  // namespace backwire
