// A picture of a profile for a page of text: a flame graph of roles. Frames
// that follow each other in one role are one block, so that the stacks of
// dozens of frames become a few that can be read.
#ifndef BACKWIRE_PROFILES_PICTURE_H_
#define BACKWIRE_PROFILES_PICTURE_H_

#include <string>

#include "profiles/call_stacks.h"
#include "profiles/frame_table.h"

namespace backwire::profiles {

// An SVG image of the value `value_index`: the widths are shares of its total,
// what a block calls stands below it, and blocks say where they were entered.
// Narrow blocks are left out. The same profile makes the same bytes.
//
// REQUIRES: the index is one of the profile's values, and their total is above
// 0.
std::string RolePicture(const CallStacks& profile, int value_index,
                        const FrameTable& table, const std::string& title);

}  // namespace backwire::profiles

#endif  // BACKWIRE_PROFILES_PICTURE_H_
