// Encoding by reflection, as runtimes without generated code do it: a walk over
// the descriptors that sizes the message, then another that writes it from its
// start to its end. No generated function of any message or submessage is
// called.
//
// The bytes are those of stock's generated code, in both modes of it.
#ifndef BACKWIRE_REFLECTIVE_ENCODE_H_
#define BACKWIRE_REFLECTIVE_ENCODE_H_

#include <cstddef>
#include <cstdint>

#include "backwire/reflective/size.h"
#include "google/protobuf/io/zero_copy_stream.h"
#include "google/protobuf/message.h"

namespace backwire::reflective {

// Encodes one message. The message is borrowed and must not change while the
// encoder lives; it is not written to, so that several threads may encode it
// at once. One encoder serves one thread.
//
// REQUIRES: CanReflect(msg.GetDescriptor()). Required fields are not checked.
class Encoder {
 public:
  // Sizes the message. `deterministic` asks for sorted maps.
  Encoder(const ::google::protobuf::Message& msg, bool deterministic);

  // The message's size, right for any size.
  size_t size_bytes() const { return size_bytes_; }

  // False if the message is larger than wire::kMaxMessageBytes: it cannot be
  // written then.
  [[nodiscard]] bool Fits() const;

  // Writes the message. False if it does not fit, with nothing written, or if
  // the stream has failed.
  [[nodiscard]] bool WriteTo(
      ::google::protobuf::io::ZeroCopyOutputStream* out) const;

  // Writes size_bytes() bytes at `out`. False, with nothing written, if the
  // message does not fit.
  [[nodiscard]] bool WriteToArray(uint8_t* out) const;

 private:
  const ::google::protobuf::Message& msg_;
  bool deterministic_;
  SizePass sizes_;
  size_t size_bytes_;
};

}  // namespace backwire::reflective

#endif  // BACKWIRE_REFLECTIVE_ENCODE_H_
