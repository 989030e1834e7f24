// The short form of the differential tests of views and builders: random
// messages of a type, for schemas of which there are many.
#ifndef BACKWIRE_TESTING_VIEW_ROUND_TRIP_H_
#define BACKWIRE_TESTING_VIEW_ROUND_TRIP_H_

#include "backwire/view/layout.h"
#include "google/protobuf/message.h"
#include "gtest/gtest.h"

namespace backwire::testing {

// Takes random messages, by stock's bytes, whole and in pieces, through views
// of the layout made from the descriptor and of `generated`, the one that the
// plugin has written (nullptr if it has not): every value is read, and what the
// view writes are stock's bytes. The field writers of builders write them too.
// Stops at the type's first difference.
::testing::AssertionResult ViewRoundTrips(
    const ::google::protobuf::Message& prototype,
    const view::MessageLayout* generated);

// Libraries of generated code call this when they are loaded, for each of their
// views. The layout is not asked for before FindGeneratedView().
using LayoutFunction = const view::MessageLayout& (*)();
void AddGeneratedView(LayoutFunction layout);

// nullptr if none was added for the type of that full name.
const view::MessageLayout* FindGeneratedView(const std::string& full_name);

}  // namespace backwire::testing

#endif  // BACKWIRE_TESTING_VIEW_ROUND_TRIP_H_
