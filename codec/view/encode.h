// Writes a parsed record back to wire bytes: fields in rising order of their
// numbers, as stock writes them, and the unknown ones last, in canonical form.
#ifndef BACKWIRE_VIEW_ENCODE_H_
#define BACKWIRE_VIEW_ENCODE_H_

#include <cstdint>

#include "backwire/view/layout.h"
#include "backwire/wire/backward_writer.h"

namespace backwire::view {

// Writes the message below `cursor` and returns where it begins. Map entries
// stand in the order of their arrival, or sorted as stock's deterministic mode
// has them, if the writer is deterministic.
uint8_t* EncodeRecord(const MessageLayout& layout, const char* record,
                      uint8_t* cursor, wire::BackwardWriter& writer);

// Writes one entry of a map with its tag, key and value.
uint8_t* EncodeMapEntry(const FieldLayout& field, const char* entry,
                        uint8_t* cursor, wire::BackwardWriter& writer);

}  // namespace backwire::view

#endif  // BACKWIRE_VIEW_ENCODE_H_
