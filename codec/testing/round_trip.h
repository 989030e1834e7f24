// The short form of the differential test: random messages of a type to stock's
// bytes and back, whole and in pieces. For schemas of which there are many.
#ifndef BACKWIRE_TESTING_ROUND_TRIP_H_
#define BACKWIRE_TESTING_ROUND_TRIP_H_

#include "backwire/testing/differential.h"

namespace backwire::testing {

// How many messages RoundTrips() tries for a type: the empty one and random
// ones.
inline constexpr int kRoundTripMessages = 7;

// Stops at the type's first difference. Not for types with a twin.
::testing::AssertionResult RoundTrips(const TestedType& type);

// The descriptor's message types without generated code, itself and the nested
// ones, each with true if its schema shows why.
struct TypeWithoutCode {
  std::string name;
  bool has_reason;
};
void FindTypesOf(const ::google::protobuf::Descriptor* descriptor,
                 std::vector<const TestedType*>* types,
                 std::vector<TypeWithoutCode>* without_code);

// The same for all message types of a file.
void FindTypesOf(const ::google::protobuf::FileDescriptor* file,
                 std::vector<const TestedType*>* types,
                 std::vector<TypeWithoutCode>* without_code);

}  // namespace backwire::testing

#endif  // BACKWIRE_TESTING_ROUND_TRIP_H_
