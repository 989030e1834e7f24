// Inputs that are odd but often legal, made for a field of any kind: other wire
// types, overlong and oversized varints, packed and expanded forms mixed,
// fields that occur again, map entries in every disorder, bad UTF-8, unbalanced
// groups. Whether an input is legal is for stock to say.
#ifndef BACKWIRE_TESTING_ODD_INPUT_H_
#define BACKWIRE_TESTING_ODD_INPUT_H_

#include <string>
#include <vector>

#include "google/protobuf/descriptor.h"

namespace backwire::testing {

struct OddInput {
  std::string what;
  std::string bytes;
};

// About this field of its message.
std::vector<OddInput> OddInputsOf(const ::google::protobuf::FieldDescriptor* f);

// About no field of a message: broken tags, unknown fields of every form.
const std::vector<OddInput>& OddRecords();

// Sequences of members of one oneof: a b, and a b a, for all pairs.
std::vector<OddInput> OddInputsOf(const ::google::protobuf::OneofDescriptor* o);

// A plain record of the field; another one for each variant.
std::string SampleRecord(const ::google::protobuf::FieldDescriptor* f,
                         int variant);

}  // namespace backwire::testing

#endif  // BACKWIRE_TESTING_ODD_INPUT_H_
