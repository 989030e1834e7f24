// From a view to an object of stock's class.
#ifndef BACKWIRE_VIEW_COPY_OUT_H_
#define BACKWIRE_VIEW_COPY_OUT_H_

#include <string>

#include "backwire/view/message_ref.h"
#include "google/protobuf/message_lite.h"

namespace backwire::view {

// Replaces *msg, which is of the same message type, by a copy that keeps
// nothing of the received bytes. Unknown fields are copied too. False only if
// *msg is of another type, or if stock refuses what the view may hold: a
// missing required field, which ParseOptions can let pass.
[[nodiscard]] inline bool CopyOut(const MessageRef& message,
                                  ::google::protobuf::MessageLite* msg) {
  std::string bytes;
  message.AppendEncoded(/*deterministic=*/false, &bytes);
  return msg->ParseFromString(bytes);
}

}  // namespace backwire::view

#endif  // BACKWIRE_VIEW_COPY_OUT_H_
