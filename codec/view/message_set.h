// The wire form of messages with message_set_wire_format: each of their
// extensions, which all are messages, stands in a group of its own.
//
//   MessageSet := (Item | record)*
//   Item       := SGROUP(1) (TypeId | Message | record)* EGROUP(1)
//   TypeId     := 2:VARINT    the extension's number, of 32 bits
//   Message    := 3:LEN       the extension; may stand in front of its number
#ifndef BACKWIRE_VIEW_MESSAGE_SET_H_
#define BACKWIRE_VIEW_MESSAGE_SET_H_

#include <cstdint>

#include "backwire/view/parse_context.h"

namespace backwire::view {

inline constexpr uint32_t kItemNumber = 1;
inline constexpr uint32_t kTypeIdNumber = 2;
inline constexpr uint32_t kItemMessageNumber = 3;

// Reads a record of a MessageSet that is no known field in its expected form.
// Of what is unknown, that is kept which stock writes again: LEN payloads, as
// items.
const char* ParseSetRecord(ParseContext& context, const char* ptr, uint32_t tag,
                           const MessageLayout& layout, char* record);

}  // namespace backwire::view

#endif  // BACKWIRE_VIEW_MESSAGE_SET_H_
