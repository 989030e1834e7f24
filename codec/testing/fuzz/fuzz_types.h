// The message types that the fuzz targets choose from: all of the test files,
// whichever codecs cover them.
#ifndef BACKWIRE_TESTING_FUZZ_FUZZ_TYPES_H_
#define BACKWIRE_TESTING_FUZZ_FUZZ_TYPES_H_

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "backwire/message/type_codec.h"
#include "backwire/view/layout.h"
#include "google/protobuf/message.h"

namespace backwire::fuzz {

struct FuzzType {
  std::string name;
  const ::google::protobuf::Message* prototype;
  // What stock decodes into: the type, or its twin if stock's code for the type
  // is no oracle (see TestedType in backwire/testing/differential.h).
  const ::google::protobuf::Message* oracle;
  // nullptr if the plugin leaves the type to stock.
  const TypeCodec* generated;
  // True if the codec by reflection covers the type and stock is an oracle of
  // it.
  bool reflective;
  // True if stock is an oracle of the type, or of its twin.
  bool has_oracle;
  // As the plugin has written it; nullptr if it has not.
  const view::MessageLayout* view_layout;

  bool has_twin() const { return oracle != prototype; }
};

// The layouts of all generated views, by the names of their messages.
const std::unordered_map<std::string, const view::MessageLayout*>&
GeneratedLayouts();

// In order of their names. Lives as long as the process.
const std::vector<FuzzType>& FuzzTypes();

// The index in FuzzTypes(); -1 if there is no such type.
int FindFuzzType(std::string_view name);

}  // namespace backwire::fuzz

#endif  // BACKWIRE_TESTING_FUZZ_FUZZ_TYPES_H_
