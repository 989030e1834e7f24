// Which types the differential tests compare.
#include <set>
#include <string>

#include "backwire/compat/protobuf_compat.h"
#include "backwire/testing/differential.h"
#include "backwire/testing/test_types.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/descriptor.pb.h"

namespace backwire::testing {
namespace {

using ::google::protobuf::Descriptor;
using ::google::protobuf::FileDescriptor;

void CollectLeftToStock(const Descriptor* type, std::set<std::string>* names) {
  if (type->options().map_entry()) return;
  if (FindTestedType(type->full_name()) == nullptr) {
    names->insert(std::string(type->full_name()));
  }
  for (int i = 0; i < type->nested_type_count(); ++i) {
    CollectLeftToStock(type->nested_type(i), names);
  }
}

TEST(TestedTypesTest, AreAllButThoseLeftToStock) {
  std::set<std::string> left;
  for (const FileDescriptor* file : TestFiles()) {
    for (int i = 0; i < file->message_type_count(); ++i) {
      CollectLeftToStock(file->message_type(i), &left);
    }
  }
  std::set<std::string> expected = {"kinds2.Ctype",
                                    "kinds2.Extendable",
                                    "kinds2.ExtendableBySets",
                                    "kinds2.HoldsExtendable.Around.Extended",
                                    "kinds2.HoldsExtendable.Open",
                                    "kinds2.Lazy",
                                    "kinds2.Set"};
  if (BACKWIRE_PROTOBUF_HAS_EDITIONS) expected.insert("edition2023.CordBytes");
  EXPECT_EQ(left, expected);
}

}  // namespace
}  // namespace backwire::testing
