// What all kinds of repeated and length-prefixed fields share.
#ifndef BACKWIRE_MESSAGE_REPEATED_H_
#define BACKWIRE_MESSAGE_REPEATED_H_

#include "backwire/wire/backward_writer.h"
#include "backwire/wire/wire_reader.h"

namespace backwire::message {

// Closes a LEN record whose payload has been written: `end` is what
// WrittenBytes() said before the payload.
template <uint32_t kTag>
inline uint8_t* WriteLengthAndTag(size_t end, uint8_t* cursor,
                                  wire::BackwardWriter& writer) {
  const size_t length = writer.WrittenBytes(cursor) - end;
  cursor = writer.Reserve(cursor, wire::kMaxTagBytes + wire::kMaxVarintBytes);
  cursor = wire::WriteVarintUnchecked(length, cursor);
  return wire::WriteTagUnchecked<kTag>(cursor);
}

}  // namespace backwire::message

#endif  // BACKWIRE_MESSAGE_REPEATED_H_
