// Schemas that are made to break generated code: see protos/README.md. That
// they compile without a warning is half of the test.
#include <set>

#include "backwire/testing/round_trip.h"
#include "backwire/testing/view_round_trip.h"
#include "google/protobuf/descriptor.h"

namespace backwire::testing {
namespace {

using ::google::protobuf::DescriptorPool;
using ::google::protobuf::FileDescriptor;

// The files' names, from the build.
constexpr const char* kFiles[] = {BACKWIRE_NASTY_FILES};

TEST(NastySchemasTest, RoundTripEveryType) {
  std::vector<const TestedType*> types;
  std::vector<TypeWithoutCode> without_code;
  for (const char* name : kFiles) {
    const FileDescriptor* const file =
        DescriptorPool::generated_pool()->FindFileByName(name);
    ASSERT_NE(file, nullptr) << name;
    const size_t before = types.size() + without_code.size();
    FindTypesOf(file, &types, &without_code);
    EXPECT_GT(types.size() + without_code.size(), before) << name;
  }
  for (const TestedType* type : types) {
    EXPECT_TRUE(RoundTrips(*type));
    EXPECT_TRUE(ViewRoundTrips(*type->prototype, nullptr));
  }

  std::set<std::string> left;
  for (const TypeWithoutCode& type : without_code) left.insert(type.name);
  EXPECT_EQ(left, (std::set<std::string>{
                      "backwire.TypeCodec", "shapes2.HoldsMiddle.Grouped",
                      "shapes2.Middle", "taken_name_imported.Importer",
                      "view_names.Extendable"}));
}

}  // namespace
}  // namespace backwire::testing
