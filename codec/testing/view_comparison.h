// Holds a view, read value by value, against a message of stock's class.
#ifndef BACKWIRE_TESTING_VIEW_COMPARISON_H_
#define BACKWIRE_TESTING_VIEW_COMPARISON_H_

#include <string>

#include "backwire/dynamic/dynamic_view.h"
#include "google/protobuf/message.h"

namespace backwire::testing {

// What the view reads otherwise than the message of the same type: presence,
// values and defaults, sizes, oneofs, entries of maps by their keys, at all
// depths. Empty if nothing is. Unknown fields are not looked at.
std::string CompareView(const DynamicView& view,
                        const ::google::protobuf::Message& msg);

}  // namespace backwire::testing

#endif  // BACKWIRE_TESTING_VIEW_COMPARISON_H_
