// Changes to wire bytes that keep most of a message a message: records are
// repeated, moved, nested, given another wire type or padded varints, and
// lengths follow what they enclose. Some changes break the message on purpose.
#ifndef BACKWIRE_TESTING_FUZZ_RECORD_MUTATOR_H_
#define BACKWIRE_TESTING_FUZZ_RECORD_MUTATOR_H_

#include <string>
#include <string_view>

#include "backwire/testing/choices.h"
#include "backwire/testing/fuzz/fuzz_types.h"

namespace backwire::fuzz {

// Makes one change to *bytes, at any depth. Records of `type`, odd ones too,
// may be put in.
void MutateRecords(const FuzzType& type, testing::Choices& choices,
                   std::string* bytes);

// Records of both, in the order in which each has them.
std::string SpliceRecords(std::string_view one, std::string_view two,
                          testing::Choices& choices);

}  // namespace backwire::fuzz

#endif  // BACKWIRE_TESTING_FUZZ_RECORD_MUTATOR_H_
