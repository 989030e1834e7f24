// What generated handles are made of: a MessageRef, and values with the types
// that a schema gives them. Nothing here has a lower-case name that a handle's
// user sees, since those belong to the schema's fields.
#ifndef BACKWIRE_VIEW_TYPED_REF_H_
#define BACKWIRE_VIEW_TYPED_REF_H_

#include <string_view>

#include "backwire/view/message_ref.h"
#include "backwire/view/typed_map.h"

// On a class of handles: what its functions give borrows from elsewhere, and is
// good when the handle is gone. g++ 14 and later take it for references into
// the handle otherwise (-Wdangling-reference, in -Wextra).
#if defined(__has_cpp_attribute)
#if __has_cpp_attribute(gnu::no_dangling)
#define BACKWIRE_NO_DANGLING [[gnu::no_dangling]]
#endif
#endif
#ifndef BACKWIRE_NO_DANGLING
#define BACKWIRE_NO_DANGLING
#endif

namespace backwire::view {

template <class Handle>
struct MakeHandle {
  Handle operator()(const char* place) const {
    return Handle(MessageRef(layout, place));
  }
  const MessageLayout* layout;
};
// The elements of a repeated message field.
template <class Handle>
using HandleRange = Range<MakeHandle<Handle>>;

// Borrows as MessageRef does, and costs as little to copy.
class TypedRef : protected MessageRef {
 public:
  // The same message for code that knows it by its layout: DynamicParser's
  // JSON, for example.
  const MessageRef& Untyped() const { return *this; }
  // The fields that the schema lacks: raw records, tags included, in the order
  // of their arrival.
  StringRange UnknownRecords() const { return MessageRef::UnknownRecords(); }
  // Appends the message in wire form: see MessageRef.
  void AppendEncoded(bool deterministic, std::string* out) const {
    MessageRef::AppendEncoded(deterministic, out);
  }

 protected:
  explicit TypedRef(const MessageRef& message) : MessageRef(message) {}

  // The field of a message whose layout is made at run time.
  const FieldLayout& Field(uint32_t number) const {
    return *MessageRef::layout().Find(number);
  }

  template <class Case>
  Case GetCase(const FieldLayout& member) const {
    return static_cast<Case>(OneofCase(member));
  }
  template <class Handle>
  Handle GetHandle(const FieldLayout& field) const {
    return Handle(GetMessage(field));
  }
  template <class Handle>
  HandleRange<Handle> GetHandles(const FieldLayout& field) const {
    const MessageLayout& layout = SubMessage(field);
    return {ArrayAt(MessageRef::record(), field.offset), layout.record_bytes,
            MakeHandle<Handle>{&layout}};
  }
  template <class Key, class Value>
  TypedMap<Key, Value> GetTypedMap(const FieldLayout& field) const {
    return {ArrayAt(MessageRef::record(), field.offset), field.sub->map};
  }
};

}  // namespace backwire::view

#endif  // BACKWIRE_VIEW_TYPED_REF_H_
