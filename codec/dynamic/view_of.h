// ViewOf<Foo>: the handle by which a received Foo is read. Files that the
// plugin writes with views=true specialise it, with an accessor for each field;
// what stands here serves all other types of stock's.
#ifndef BACKWIRE_DYNAMIC_VIEW_OF_H_
#define BACKWIRE_DYNAMIC_VIEW_OF_H_

#include <type_traits>

#include "backwire/dynamic/dynamic_view.h"
#include "backwire/dynamic/layouts.h"
#include "backwire/view/copy_out.h"
#include "backwire/view/layout_constants.h"
#include "backwire/view/typed_ref.h"
#include "backwire/wire/generated_version.h"
#include "google/protobuf/message.h"

namespace backwire {

// How a Foo is laid out: by constants where generated code specialises this,
// else by a layout that is made from the type's descriptor when it is first
// asked for.
template <class Message>
struct LayoutOf {
  static_assert(
      std::is_base_of_v<::google::protobuf::Message, Message>,
      "lite messages have no descriptor: let the plugin write views of the "
      "file with this message, too, and include its .backwire_view.h");

  static const view::MessageLayout* Get() {
    static const view::MessageLayout* const layout =
        dynamic::LayoutOfLinkedType(Message::descriptor());
    return layout;
  }
  static constexpr view::SubLayout kSub = {nullptr, &LayoutOf::Get, nullptr,
                                           nullptr};
};

// A borrowed message, by the names or handles of its fields.
template <class Message>
class ViewOf : public DynamicView {
 public:
  explicit ViewOf(const view::MessageRef& message) : DynamicView(message) {}

  static const view::MessageLayout& Layout() {
    return *LayoutOf<Message>::Get();
  }

  // Replaces *msg by a copy that keeps nothing of the received bytes: see
  // view::CopyOut().
  [[nodiscard]] bool CopyTo(Message* msg) const {
    return view::CopyOut(*this, msg);
  }
};

}  // namespace backwire

#endif  // BACKWIRE_DYNAMIC_VIEW_OF_H_
