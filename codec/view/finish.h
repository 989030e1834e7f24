// What can be done only when a whole message has been parsed.
#ifndef BACKWIRE_VIEW_FINISH_H_
#define BACKWIRE_VIEW_FINISH_H_

#include "backwire/view/arena.h"
#include "backwire/view/layout.h"

namespace backwire::view {

// Indexes all large maps of the message and of those in it.
void IndexLargeMaps(const MessageLayout& layout, char* record,
                    ViewArena* arena);

// A required field that is not set, in the message or in one inside it: its
// number; 0 if there is none.
uint32_t FindMissingRequired(const MessageLayout& layout, const char* record);

}  // namespace backwire::view

#endif  // BACKWIRE_VIEW_FINISH_H_
