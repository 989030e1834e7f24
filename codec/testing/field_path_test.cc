// The paths that parity logs, where the way leads through groups.
#include <string>

#include "all_kinds_proto2.pb.h"
#include "backwire/registry/parity.h"
#include "gtest/gtest.h"

namespace backwire {
namespace {

std::string PathOf(const ::google::protobuf::Message& msg,
                   const std::string& text) {
  const std::string bytes = msg.SerializeAsString();
  const size_t offset = bytes.find(text);
  EXPECT_NE(offset, std::string::npos) << text;
  return FieldPathAt(*msg.GetDescriptor(), bytes, offset);
}

TEST(FieldPathTest, LeadsIntoGroups) {
  kinds2::OneOf msg;
  msg.mutable_chosen()->set_number(7);
  msg.mutable_chosen()->set_text("inside");
  EXPECT_EQ(PathOf(msg, "inside"), "chosen.text");
}

TEST(FieldPathTest, NamesTheGroupAtItsEndTag) {
  kinds2::OneOf msg;
  msg.mutable_chosen()->set_number(7);
  const std::string bytes = msg.SerializeAsString();
  EXPECT_EQ(FieldPathAt(*msg.GetDescriptor(), bytes, bytes.size() - 1),
            "chosen");
}

}  // namespace
}  // namespace backwire
