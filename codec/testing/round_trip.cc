#include "backwire/testing/round_trip.h"

#include "backwire/compat/protobuf_compat.h"
#include "backwire/testing/random_message.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/descriptor.pb.h"

namespace backwire::testing {
namespace {

using ::google::protobuf::Descriptor;
using ::google::protobuf::FieldOptions;
using ::google::protobuf::FileDescriptor;
using ::google::protobuf::Message;
using ::testing::AssertionFailure;
using ::testing::AssertionResult;

// Asked of the schema alone, so that the plugin's answer is checked.
bool IsForStock(const Descriptor* type) {
  if (type->extension_range_count() > 0) return true;
  for (int i = 0; i < type->field_count(); ++i) {
    const FieldOptions& options = type->field(i)->options();
    if (options.ctype() != FieldOptions::STRING || options.lazy() ||
        options.unverified_lazy() || compat::IsWeak(type->field(i))) {
      return true;
    }
  }
  return false;
}

AssertionResult RoundTripsMessage(const TestedType& type, const Message& msg) {
  const AssertionResult encoded = EncodesAsStock(type, msg);
  if (!encoded) return encoded;
  const ExpectedDecode expected(type, StockBytes(msg));
  if (!expected.accepted()) {
    return AssertionFailure()
           << "stock refuses its own bytes of " << type.codec->full_name;
  }
  return expected.HoldsForAllCuts(20);
}

}  // namespace

AssertionResult RoundTrips(const TestedType& type) {
  AssertionResult result = RoundTripsMessage(type, *type.New());
  for (uint32_t seed = 1; result && seed < kRoundTripMessages; ++seed) {
    RandomMessageOptions options;
    options.max_depth = 2;
    options.max_values = seed % 2 == 0 ? 60 : 12;
    const std::unique_ptr<Message> msg = type.New();
    RandomMessages(seed, options).Fill(msg.get());
    result = RoundTripsMessage(type, *msg);
    if (!result) result << "\n  seed " << seed;
  }
  return result;
}

void FindTypesOf(const Descriptor* descriptor,
                 std::vector<const TestedType*>* types,
                 std::vector<TypeWithoutCode>* without_code) {
  if (descriptor->options().map_entry()) return;
  const std::string name(descriptor->full_name());
  const TestedType* const type = FindTestedType(name);
  if (type != nullptr) {
    types->push_back(type);
  } else {
    without_code->push_back({name, IsForStock(descriptor)});
  }
  for (int i = 0; i < descriptor->nested_type_count(); ++i) {
    FindTypesOf(descriptor->nested_type(i), types, without_code);
  }
}

void FindTypesOf(const FileDescriptor* file,
                 std::vector<const TestedType*>* types,
                 std::vector<TypeWithoutCode>* without_code) {
  for (int i = 0; i < file->message_type_count(); ++i) {
    FindTypesOf(file->message_type(i), types, without_code);
  }
}

}  // namespace backwire::testing
