// Views and builders of the nasty schemas: that their headers compile, all of
// them in one program, is half of the test. The other half is what FooView
// means where a schema has that name.

// clang-format off: in front of headers whose macros stock's code for these
// schemas does not compile with.
#include "nasty_builders.h"
// clang-format on

#include <memory>
#include <string>
#include <type_traits>

#include "backwire/builder/memory_outputs.h"
#include "backwire/view/parsed_message.h"
#include "gtest/gtest.h"
#include "nasty/view_names.backwire_view.h"
#include "nasty/view_names_other.backwire_view.h"

namespace view_names {
namespace {

using ::google::protobuf::MessageLite;

template <class A, class B>
constexpr bool kSame = std::is_same_v<A, B>;

// Those that a schema has, here and in a file that was not imported.
static_assert(std::is_base_of_v<MessageLite, view_names::FooView>);
static_assert(std::is_base_of_v<MessageLite, view_names::FooBuilder>);
static_assert(std::is_base_of_v<MessageLite, view_names::Outer_InnerView>);
static_assert(std::is_enum_v<view_names::PlainView>);
static_assert(std::is_base_of_v<MessageLite, view_names::PlainBuilder>);
static_assert(std::is_enum_v<PlainView>);
// All others.
static_assert(kSame<FooViewView, backwire::ViewOf<FooView>>);
static_assert(kSame<view_names::FooBuilderView, backwire::ViewOf<FooBuilder>>);
static_assert(kSame<view_names::FooViewBuilder, backwire::Builder<FooView>>);
static_assert(kSame<view_names::OuterView, backwire::ViewOf<Outer>>);
static_assert(kSame<view_names::MembersBuilder, backwire::Builder<Members>>);

// Calls fields what members of the classes are called.
TEST(NastyHeadersTest, MembersAreThoseOfTheFields) {
  backwire::builder::StringOutput output;
  {
    MembersBuilder builder(&output);
    builder.set_view("a");
    builder.set_untyped("b");
    builder.set_copyto("c");
    builder.set_constants("d");
    builder.add_size().set_open("inner");
    builder.add_find("key").set_open("mapped");
    builder.set_begin("e");
    builder.set_output("f");
    builder.set_appendvarint("g");
    builder.set_open("h");
    builder.add_add("i");
    builder.open_groups().set_builder(7);
  }
  std::string bytes;
  ASSERT_TRUE(output.Finish(&bytes).ok());
  Members members;
  ASSERT_TRUE(members.ParseFromString(bytes));

  backwire::view::ParsedMessage parsed(MembersView::Layout());
  ASSERT_TRUE(parsed.Parse(bytes.data(), bytes.size())) << parsed.ErrorText();
  const MembersView view(parsed.message());
  EXPECT_EQ(view.view(), members.view());
  EXPECT_EQ(view.untyped(), members.untyped());
  EXPECT_EQ(view.copyto(), members.copyto());
  EXPECT_EQ(view.constants(), members.constants());
  EXPECT_EQ(view.size(0).open(), members.size(0).open());
  EXPECT_EQ(view.find().find("key")->open(), members.find().at("key").open());
  EXPECT_EQ(view.message_case(), members.message_case());
  EXPECT_EQ(view.output(), members.output());
  EXPECT_EQ(view.add(0), members.add(0));
  EXPECT_EQ(view.groups().builder(), members.groups().builder());
  Members copy;
  EXPECT_TRUE(view.CopyTo(&copy));
  EXPECT_EQ(copy.open(), "h");
}

}  // namespace
}  // namespace view_names
