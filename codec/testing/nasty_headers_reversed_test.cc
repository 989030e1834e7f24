// The same names with the headers in the other order: the schema's own come
// first.
#include "nasty/view_names_other.pb.h"
// Not in the order of the alphabet.
#include <type_traits>

#include "gtest/gtest.h"
#include "nasty/view_names.backwire_builder.h"
#include "nasty/view_names.backwire_view.h"

namespace view_names {
namespace {

static_assert(std::is_enum_v<PlainView>);
static_assert(std::is_enum_v<view_names::PlainView>);
static_assert(std::is_base_of_v<::google::protobuf::MessageLite, PlainBuilder>);

TEST(NastyHeadersTest, AliasesAreHiddenByTheSchemasNamesInAnyOrder) {
  EXPECT_STREQ(backwire::ViewOf<Plain>::Layout().full_name, "view_names.Plain");
  EXPECT_EQ(PlainView_Name(PlainView::ZERO), "ZERO");
}

}  // namespace
}  // namespace view_names
