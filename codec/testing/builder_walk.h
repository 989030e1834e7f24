// Any message, walked by reflection and written by the library's field writers,
// which are what generated builders call.
#ifndef BACKWIRE_TESTING_BUILDER_WALK_H_
#define BACKWIRE_TESTING_BUILDER_WALK_H_

#include "backwire/builder/output.h"
#include "backwire/testing/random_message.h"
#include "google/protobuf/message.h"

namespace backwire::testing {

// Begins a message in *output and writes `msg`, which is no MessageSet, to it:
// in ascending order, so that the bytes are those of stock's deterministic
// mode, or in one that `random` chooses, if it is not nullptr. Maps that were
// filled by reflection are written as they are, even if a key is there twice.
void WriteByBuilder(const ::google::protobuf::Message& msg,
                    RandomMessages* random, builder::Output* output);

}  // namespace backwire::testing

#endif  // BACKWIRE_TESTING_BUILDER_WALK_H_
