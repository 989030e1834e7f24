// A schema may have a message named like the library's namespace: its code is
// stock's, and the library lives in one program with it.
#include <gtest/gtest.h>

#include "class_named_backwire.pb.h"

namespace {

TEST(ClassNamedBackwireTest, LivesInOneProgramWithTheLibrary) {
  HoldsBackwire msg;
  msg.mutable_held()->set_value(7);
  msg.set_text("text");
  HoldsBackwire copy;
  ASSERT_TRUE(copy.ParseFromString(msg.SerializeAsString()));
  EXPECT_EQ(copy.held().value(), 7);
  EXPECT_EQ(copy.text(), "text");
}

}  // namespace
