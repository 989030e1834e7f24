// The odd inputs of backwire/testing/odd_input.h for every field, extension and
// oneof of every type, through stock's generated code and through reflection.
#include "backwire/testing/odd_input.h"

#include <vector>

#include "backwire/reflective/reflective_test_types.h"
#include "backwire/testing/differential.h"
#include "google/protobuf/descriptor.h"
#include "gtest/gtest.h"

namespace backwire::reflective {
namespace {

using ::google::protobuf::Descriptor;
using ::google::protobuf::FieldDescriptor;
using testing::ExpectedDecode;
using testing::OddInput;
using testing::TestedType;

class ReflectiveOddInputTest : public ::testing::Test {
 protected:
  // Stops at a field's first difference.
  void Check(const TestedType& type, const std::vector<OddInput>& inputs) {
    for (const OddInput& input : inputs) {
      const ::testing::AssertionResult result =
          ExpectedDecode(type, input.bytes).HoldsForAllCuts(10);
      EXPECT_TRUE(result) << "  " << input.what;
      if (!result) return;
      ++checked_;
    }
  }

  int checked_ = 0;

 private:
  const testing::SilentLog silent_;
};

std::vector<const FieldDescriptor*> FieldsAndExtensionsOf(
    const Descriptor* type) {
  std::vector<const FieldDescriptor*> fields;
  type->file()->pool()->FindAllExtensions(type, &fields);
  for (int i = 0; i < type->field_count(); ++i) {
    fields.push_back(type->field(i));
  }
  return fields;
}

TEST_F(ReflectiveOddInputTest, FieldsAndExtensions) {
  for (const TestedType& type : ReflectedTypes()) {
    for (const FieldDescriptor* field :
         FieldsAndExtensionsOf(type.descriptor())) {
      Check(type, testing::OddInputsOf(field));
    }
  }
  EXPECT_GT(checked_, 10000);
}

TEST_F(ReflectiveOddInputTest, OneofMembersInTurn) {
  for (const TestedType& type : ReflectedTypes()) {
    const Descriptor* const descriptor = type.descriptor();
    for (int i = 0; i < descriptor->real_oneof_decl_count(); ++i) {
      Check(type, testing::OddInputsOf(descriptor->oneof_decl(i)));
    }
  }
  EXPECT_GT(checked_, 500);
}

TEST_F(ReflectiveOddInputTest, RecordsOfNoField) {
  for (const TestedType& type : ReflectedTypes()) {
    Check(type, testing::OddRecords());
  }
  EXPECT_GT(checked_, 500);
}

}  // namespace
}  // namespace backwire::reflective
