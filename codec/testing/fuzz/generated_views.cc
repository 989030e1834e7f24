// The layouts that the plugin has written for the test files: which ones, the
// build says.
#include "backwire/testing/fuzz/fuzz_types.h"
#include "generated_layouts.h"

namespace backwire::fuzz {

const std::unordered_map<std::string, const view::MessageLayout*>&
GeneratedLayouts() {
  static const auto* const layouts = [] {
    auto* const made =
        new std::unordered_map<std::string, const view::MessageLayout*>;
    const auto add = [made](const view::MessageLayout* layout) {
      made->emplace(layout->full_name, layout);
    };
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#define BACKWIRE_ADD_LAYOUT(type) add(LayoutOf<type>::Get());
    BACKWIRE_TEST_VIEWS(BACKWIRE_ADD_LAYOUT)
#undef BACKWIRE_ADD_LAYOUT
#pragma GCC diagnostic pop
    return made;
  }();
  return *layouts;
}

}  // namespace backwire::fuzz
