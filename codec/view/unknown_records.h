// Unknown fields of a record: raw bytes as they arrived.
#ifndef BACKWIRE_VIEW_UNKNOWN_RECORDS_H_
#define BACKWIRE_VIEW_UNKNOWN_RECORDS_H_

#include <string>

#include "backwire/view/record.h"

namespace backwire::view {

// The records behind each other in the form in which stock writes them: the
// shortest varints for tags, numbers and lengths.
std::string CanonicalUnknown(const UnknownRanges& unknown);

}  // namespace backwire::view

#endif  // BACKWIRE_VIEW_UNKNOWN_RECORDS_H_
