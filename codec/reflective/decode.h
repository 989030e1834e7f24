// Decoding by reflection, into messages of any type that CanReflect() accepts.
// The verdict and the message are those of stock's generated code.
#ifndef BACKWIRE_REFLECTIVE_DECODE_H_
#define BACKWIRE_REFLECTIVE_DECODE_H_

#include "backwire/wire/wire_reader.h"
#include "google/protobuf/message.h"

namespace backwire::reflective {

// Merges records into `msg` up to the reader's limit or an EGROUP, and returns
// the new position; nullptr if they are malformed, in which case reader.error()
// says how, and the message's content is unspecified.
//
// REQUIRES: CanReflect(msg.GetDescriptor()). Required fields are not checked.
const char* DecodeReflective(::google::protobuf::Message& msg, const char* ptr,
                             wire::WireReader& reader);

}  // namespace backwire::reflective

#endif  // BACKWIRE_REFLECTIVE_DECODE_H_
