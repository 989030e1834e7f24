// Decides where the fields of a message stand in its record. The same for
// layouts that are made at run time and for those that generated code holds as
// constants.
#ifndef BACKWIRE_VIEW_LAYOUT_PLAN_H_
#define BACKWIRE_VIEW_LAYOUT_PLAN_H_

#include <cstdint>
#include <vector>

#include "backwire/view/layout.h"

namespace backwire::view {

// A field whose number, kind, shape and flags are set.
struct PlannedField {
  FieldLayout layout;
  // Members of one oneof have the same number, 0 or more.
  int oneof = -1;
};

// Sets offset, presence, tag and parser of all fields, whose numbers rise.
// Returns the record's size in bytes.
uint32_t PlanRecord(std::vector<PlannedField>* fields);

// Sets everything but the names and subs of an entry's fields.
void PlanMapEntry(MapLayout* map);

// The layout of an enum with those numbers, which come to be rising and without
// repetitions; it borrows them.
EnumLayout PlanEnum(std::vector<int32_t>* numbers);

// The lookup table of MessageLayout::dense for fields in rising order: no
// longer than 1,024 elements, and not much longer than there are fields.
std::vector<uint16_t> PlanDense(const std::vector<PlannedField>& fields);

}  // namespace backwire::view

#endif  // BACKWIRE_VIEW_LAYOUT_PLAN_H_
