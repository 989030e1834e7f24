// Odd inputs for every field of every type, whole and cut, as stock takes them.
#include "backwire/testing/odd_input.h"

#include "backwire/testing/differential.h"
#include "backwire/testing/random_message.h"
#include "google/protobuf/descriptor.h"
#include "gtest/gtest.h"

namespace backwire::testing {
namespace {

using ::google::protobuf::Descriptor;
using ::google::protobuf::Message;

// Something to merge into: a small message, always the same for a type.
std::string BaseOf(const TestedType& type) {
  RandomMessageOptions options;
  options.max_depth = 1;
  options.max_values = 8;
  options.max_text = 5;
  const std::unique_ptr<Message> msg = type.NewForStock();
  RandomMessages(7, options).Fill(msg.get());
  return StockBytes(*msg);
}

class OddInputTest : public ::testing::Test {
 protected:
  // False when enough differences have been shown.
  bool Check(const TestedType& type, const std::vector<OddInput>& inputs,
             size_t max_cuts) {
    const std::string base = BaseOf(type);
    for (const OddInput& input : inputs) {
      ::testing::AssertionResult result =
          ExpectedDecode(type, input.bytes).HoldsForAllCuts(max_cuts);
      if (result) result = ExpectedDecode(type, input.bytes, base).Holds({});
      EXPECT_TRUE(result) << "  " << input.what;
      if (!result && ++failures_ >= 20) return false;
    }
    return true;
  }

 private:
  int failures_ = 0;
  const SilentLog silent_;
};

TEST_F(OddInputTest, FieldsOfEveryKind) {
  for (const TestedType& type : AllTestedTypes()) {
    const Descriptor* const descriptor = type.descriptor();
    for (int i = 0; i < descriptor->field_count(); ++i) {
      if (descriptor->field(i)->is_map()) continue;
      if (!Check(type, OddInputsOf(descriptor->field(i)), 200)) return;
    }
  }
}

TEST_F(OddInputTest, MapsOfEveryKind) {
  for (const TestedType& type : AllTestedTypes()) {
    const Descriptor* const descriptor = type.descriptor();
    for (int i = 0; i < descriptor->field_count(); ++i) {
      if (!descriptor->field(i)->is_map()) continue;
      if (!Check(type, OddInputsOf(descriptor->field(i)), 25)) return;
    }
  }
}

TEST_F(OddInputTest, OneofMembersInTurn) {
  for (const TestedType& type : AllTestedTypes()) {
    const Descriptor* const descriptor = type.descriptor();
    for (int i = 0; i < descriptor->real_oneof_decl_count(); ++i) {
      if (!Check(type, OddInputsOf(descriptor->oneof_decl(i)), 40)) return;
    }
  }
}

TEST_F(OddInputTest, RecordsOfNoField) {
  for (const TestedType& type : AllTestedTypes()) {
    if (!Check(type, OddRecords(), 200)) return;
  }
}

// In front of a record of each field, behind it, and twice.
TEST_F(OddInputTest, RecordsOfNoFieldBetweenOthers) {
  for (const TestedType& type : AllTestedTypes()) {
    std::vector<OddInput> inputs;
    for (int i = 0; i < type.descriptor()->field_count(); ++i) {
      const std::string sample = SampleRecord(type.descriptor()->field(i), 1);
      for (const OddInput& odd : OddRecords()) {
        inputs.push_back({odd.what + " between records",
                          sample + odd.bytes + odd.bytes + sample});
      }
    }
    if (!Check(type, inputs, 15)) return;
  }
}

}  // namespace
}  // namespace backwire::testing
