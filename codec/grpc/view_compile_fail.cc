// Uses of views that must not compile, one for each macro that the build may
// set. Without any this is valid code.
#include <string>
#include <string_view>
#include <utility>

#include "all_kinds_proto3.backwire_view.h"
#include "backwire/grpc/view.h"

namespace backwire {

std::string Bytes();

void Use(const std::string& bytes, View<::kinds3::Tree> other) {
  View<::kinds3::Tree> view;
  if (!view.Parse(bytes).ok()) return;
  ::kinds3::TreeView tree = view.message();
  tree = tree.left();
  for (const ::kinds3::TreeView child : tree.children()) tree = child;
  View<::kinds3::Tree> moved = std::move(other);

#if defined(MESSAGE_OF_A_TEMPORARY)
  ::kinds3::TreeView orphan = View<::kinds3::Tree>().message();
#elif defined(MESSAGE_OF_A_MOVED_VIEW)
  ::kinds3::TreeView orphan = std::move(view).message();
#elif defined(BYTES_OF_A_TEMPORARY)
  (void)view.Parse(Bytes());
#elif defined(DROPS_THE_STATUS)
  view.Parse(bytes);
#elif defined(COPIES_A_VIEW)
  View<::kinds3::Tree> copy = view;
#elif defined(BUFFER_NOT_GIVEN_AWAY)
  ::grpc::ByteBuffer buffer;
  (void)view.Parse(buffer);
#elif defined(ANOTHER_TYPES_VIEW)
  ::kinds3::LeafView leaf = view.message();
#elif defined(SETS_A_FIELD)
  tree.set_value(1);
#endif
}

}  // namespace backwire
