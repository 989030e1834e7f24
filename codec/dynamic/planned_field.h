// What layouts take from descriptors: the same for those that are made at run
// time and for those that the plugin writes as constants.
#ifndef BACKWIRE_DYNAMIC_PLANNED_FIELD_H_
#define BACKWIRE_DYNAMIC_PLANNED_FIELD_H_

#include <cstdint>
#include <string>
#include <vector>

#include "backwire/view/layout_plan.h"
#include "google/protobuf/descriptor.h"

namespace backwire::dynamic {

view::FieldKind KindOf(const ::google::protobuf::FieldDescriptor* field);

// All but the field's places and its sub. The default text stays the
// descriptor's.
view::PlannedField PlanField(const ::google::protobuf::FieldDescriptor* field);

// With the repetitions that aliases are, in the order of the file.
std::vector<int32_t> NumbersOf(const ::google::protobuf::EnumDescriptor* type);

}  // namespace backwire::dynamic

#endif  // BACKWIRE_DYNAMIC_PLANNED_FIELD_H_
