// Uses of builders that must not compile, one for each macro that the build
// may set. Without any this is valid code.
#include <utility>

#include "all_kinds_proto3.backwire_builder.h"
#include "backwire/builder/memory_outputs.h"

namespace backwire::builder {

void Use(StringOutput* output) {
  kinds3::TreeBuilder tree(output);
  auto child = tree.add_children();
  child.set_value(1);
  { auto grandchild = child.open_left(); }
  kinds3::PackedBuilder packed(output);
  packed.add_f_int32({1, 2});

#if defined(COPIES_A_BUILDER)
  kinds3::TreeBuilder copy = tree;
#elif defined(MOVES_A_CHILD)
  auto moved = std::move(child);
#elif defined(CHILD_OF_A_TEMPORARY)
  auto orphan = kinds3::TreeBuilder(output).open_left();
#elif defined(CHILD_OF_A_TEMPORARY_CHILD)
  auto orphan = tree.add_children().open_left();
#elif defined(DROPS_A_CHILD)
  tree.add_children();
#elif defined(PACKED_ELEMENT_ALONE)
  packed.add_f_int32(1);
#elif defined(OUTPUT_COPIED)
  StringOutput second = *output;
#elif defined(TEXT_FROM_A_NUMBER)
  kinds3::LeafBuilder(output).set_text(65);
#endif
}

}  // namespace backwire::builder
