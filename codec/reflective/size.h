// The size pass: how many bytes a message takes, and the lengths of all LEN
// payloads in it whose length takes a walk.
#ifndef BACKWIRE_REFLECTIVE_SIZE_H_
#define BACKWIRE_REFLECTIVE_SIZE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "backwire/reflective/kinds.h"
#include "google/protobuf/message.h"

namespace backwire::reflective {

// Walks the message in the order in which WritePass does. Thread-safe for
// messages that nobody changes: it keeps its lengths to itself.
class SizePass {
 public:
  // `sorted_maps` must be what the write pass will have.
  explicit SizePass(bool sorted_maps) : sorted_maps_(sorted_maps) {}

  // The bytes of the message's records. Call once, for the outermost message.
  size_t Measure(const ::google::protobuf::Message& msg) {
    return MessageSize(msg);
  }

  // The lengths of submessages, map entries and packed payloads, in the order
  // in which they start. They are right if the whole message is smaller than
  // 4 GiB; stock refuses larger ones.
  const std::vector<uint32_t>& lengths() const { return lengths_; }

 private:
  // Runs `walk()`, whose result is the length that starts here.
  template <class Walk>
  size_t Remember(Walk&& walk);

  // Without tag and length.
  size_t MessageSize(const ::google::protobuf::Message& msg);

  // These include tags and lengths. The message's reflection is passed along,
  // since asking for it costs.
  size_t FieldSize(const ::google::protobuf::Message& msg,
                   const ::google::protobuf::Reflection& reflection,
                   const ::google::protobuf::FieldDescriptor* field);
  size_t SubmessageSize(const ::google::protobuf::Message& msg,
                        const ::google::protobuf::FieldDescriptor* field);
  size_t SubmessagesSize(const ::google::protobuf::Message& msg,
                         const ::google::protobuf::Reflection& reflection,
                         const ::google::protobuf::FieldDescriptor* field);
  template <class Kind>
  size_t ScalarsSize(const ::google::protobuf::Message& msg,
                     const ::google::protobuf::Reflection& reflection,
                     const ::google::protobuf::FieldDescriptor* field);
  size_t MapSize(const ::google::protobuf::Message& msg,
                 const ::google::protobuf::FieldDescriptor* field);
  size_t MapValueSize(const ::google::protobuf::FieldDescriptor* field,
                      const ::google::protobuf::MapValueConstRef& value);

  bool sorted_maps_;
  std::vector<uint32_t> lengths_;
};

}  // namespace backwire::reflective

#endif  // BACKWIRE_REFLECTIVE_SIZE_H_
