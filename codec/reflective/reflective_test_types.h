// The codec `reflective` in the form that the comparison with stock takes
// (backwire/testing/differential.h), for every message type of the test files.
#ifndef BACKWIRE_REFLECTIVE_REFLECTIVE_TEST_TYPES_H_
#define BACKWIRE_REFLECTIVE_REFLECTIVE_TEST_TYPES_H_

#include <string_view>
#include <vector>

#include "backwire/testing/differential.h"

namespace backwire::reflective {

// Every type that CanReflect() accepts and for which stock has generated code
// to compare with, in the order of the files. Lives as long as the process.
const std::vector<testing::TestedType>& ReflectedTypes();

// One of them. The type must be there.
const testing::TestedType& ReflectedType(std::string_view full_name);

}  // namespace backwire::reflective

#endif  // BACKWIRE_REFLECTIVE_REFLECTIVE_TEST_TYPES_H_
