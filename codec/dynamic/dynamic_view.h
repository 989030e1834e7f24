// Reading a message by the names or handles of its fields, by layouts that were
// made from a descriptor.
#ifndef BACKWIRE_DYNAMIC_DYNAMIC_VIEW_H_
#define BACKWIRE_DYNAMIC_DYNAMIC_VIEW_H_

#include <cstdint>
#include <string_view>
#include <variant>

#include "backwire/view/message_ref.h"
#include "google/protobuf/descriptor.h"

namespace backwire {

// A field of one message type; nullptr for none.
using FieldHandle = const view::FieldLayout*;

namespace dynamic {

// The field of that name, or the extension of that full name; nullptr if the
// message has none.
FieldHandle FindField(const view::MessageLayout& layout, std::string_view name);

}  // namespace dynamic

class DynamicView;

// Any value of a singular field, of an element, or of an entry's key or value.
// Enums are int32_t. A string borrows from the message.
using DynamicValue = std::variant<bool, int32_t, int64_t, uint32_t, uint64_t,
                                  float, double, std::string_view, DynamicView>;

// Borrows, as the MessageRef that it is. Functions with a handle take one of
// this message's type; those of MessageRef itself are the fast ones, for
// callers who know the type of the field.
class DynamicView : public view::MessageRef {
 public:
  // The message must have been parsed by a layout that was made from a
  // descriptor.
  explicit DynamicView(const view::MessageRef& message)
      : view::MessageRef(message) {}

  const ::google::protobuf::Descriptor* descriptor() const {
    return static_cast<const ::google::protobuf::Descriptor*>(
        layout().descriptor);
  }
  FieldHandle FindField(std::string_view name) const {
    return dynamic::FindField(layout(), name);
  }
  FieldHandle FindField(int number) const {
    return layout().Find(static_cast<uint32_t>(number));
  }

  // A singular field's value, or its default.
  DynamicValue Get(FieldHandle field) const;
  // `index` is below Size(*field) of a repeated field.
  DynamicValue GetElement(FieldHandle field, size_t index) const;
};

// Key and value of a map's entry.
DynamicValue GetKey(const view::EntryRef& entry);
DynamicValue GetValue(const view::EntryRef& entry);

}  // namespace backwire

#endif  // BACKWIRE_DYNAMIC_DYNAMIC_VIEW_H_
