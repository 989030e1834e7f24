// The write pass: a message's records from the first to the last, with the
// lengths that the size pass found.
#ifndef BACKWIRE_REFLECTIVE_WRITE_H_
#define BACKWIRE_REFLECTIVE_WRITE_H_

#include <cstdint>

#include "backwire/reflective/kinds.h"
#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/message.h"

namespace backwire::reflective {

// Every step takes the position at which it writes and returns the one behind.
// Maps are sorted if the stream is deterministic.
class WritePass {
 public:
  // Borrows both. `lengths`: SizePass::lengths() of the same, unchanged
  // message.
  WritePass(const uint32_t* lengths,
            ::google::protobuf::io::EpsCopyOutputStream* stream)
      : next_length_(lengths), stream_(stream) {}

  // Writes the message's records, without tag and length.
  uint8_t* WriteMessage(const ::google::protobuf::Message& msg,
                        uint8_t* target);

 private:
  uint8_t* WriteField(const ::google::protobuf::Message& msg,
                      const ::google::protobuf::Reflection& reflection,
                      const ::google::protobuf::FieldDescriptor* field,
                      uint8_t* target);
  uint8_t* WriteStrings(const ::google::protobuf::Message& msg,
                        const ::google::protobuf::Reflection& reflection,
                        const ::google::protobuf::FieldDescriptor* field,
                        uint8_t* target);
  uint8_t* WriteSubmessage(const ::google::protobuf::Message& msg,
                           const ::google::protobuf::FieldDescriptor* field,
                           uint8_t* target);
  uint8_t* WriteSubmessages(const ::google::protobuf::Message& msg,
                            const ::google::protobuf::Reflection& reflection,
                            const ::google::protobuf::FieldDescriptor* field,
                            uint8_t* target);
  template <class Kind>
  uint8_t* WriteScalars(const ::google::protobuf::Message& msg,
                        const ::google::protobuf::Reflection& reflection,
                        const ::google::protobuf::FieldDescriptor* field,
                        uint8_t* target);
  template <class Kind>
  uint8_t* WritePacked(
      const ::google::protobuf::RepeatedField<Element<Kind>>& values,
      const ::google::protobuf::FieldDescriptor* field, uint8_t* target);
  uint8_t* WriteMap(const ::google::protobuf::Message& msg,
                    const ::google::protobuf::FieldDescriptor* field,
                    uint8_t* target);
  uint8_t* WriteMapValue(const ::google::protobuf::FieldDescriptor* field,
                         const ::google::protobuf::MapValueConstRef& value,
                         uint8_t* target);

  const uint32_t* next_length_;
  ::google::protobuf::io::EpsCopyOutputStream* stream_;
};

}  // namespace backwire::reflective

#endif  // BACKWIRE_REFLECTIVE_WRITE_H_
