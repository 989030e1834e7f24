// The files under protos/ on which the plugin ran and whose messages have
// reflection.
#ifndef BACKWIRE_TESTING_TEST_TYPES_H_
#define BACKWIRE_TESTING_TEST_TYPES_H_

#include <vector>

#include "google/protobuf/descriptor.h"

namespace backwire::testing {

std::vector<const ::google::protobuf::FileDescriptor*> TestFiles();

}  // namespace backwire::testing

#endif  // BACKWIRE_TESTING_TEST_TYPES_H_
