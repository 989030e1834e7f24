// What the checks catch, with the words in which they say it.
#include <memory>
#include <string>

#include "all_kinds_proto2.backwire_builder.h"
#include "all_kinds_proto3.backwire_builder.h"
#include "backwire/builder/memory_outputs.h"
#include "gtest/gtest.h"

namespace backwire::builder {
namespace {

using kinds3::TreeBuilder;

void WriteToParentOfOpenChild() {
  StringOutput output;
  TreeBuilder tree(&output);
  auto child = tree.open_left();
  tree.set_value(1);
}

void OpenTwoChildren() {
  StringOutput output;
  TreeBuilder tree(&output);
  auto first = tree.add_children();
  auto second = tree.add_children();
}

void WriteToParentOfOpenPackedField() {
  StringOutput output;
  kinds3::PackedBuilder packed(&output);
  auto values = packed.open_f_int32();
  packed.add_f_int64({1, 2});
}

void WriteToOuterChild() {
  StringOutput output;
  TreeBuilder tree(&output);
  auto child = tree.open_left();
  auto grandchild = child.open_left();
  child.add_named("key", EncodedMessage(""));
}

// Only by the heap can a child leave its scope.
void LetChildOutliveParent() {
  StringOutput output;
  TreeBuilder tree(&output);
  std::unique_ptr<TreeBuilder> grandchild;
  auto child = tree.open_left();
  grandchild.reset(new TreeBuilder(child.open_left()));
  (void)grandchild.release();
}

void LetChildOutliveRoot() {
  StringOutput output;
  TreeBuilder* child = nullptr;
  {
    TreeBuilder tree(&output);
    child = new TreeBuilder(tree.open_left());
  }
  delete child;
}

void WriteAfterFinish() {
  StringOutput output;
  std::string bytes;
  TreeBuilder tree(&output);
  (void)output.Finish(&bytes);
  tree.set_value(1);
}

void WriteToForgottenMessage() {
  StringOutput output;
  TreeBuilder first(&output);
  TreeBuilder second(&output);
  first.set_value(1);
}

TEST(BuilderMisuseDeathTest, OnlyTheInnermostBuilderMayBeWrittenTo) {
  constexpr char kText[] = "written to while a child of it is open";
  EXPECT_DEATH(WriteToParentOfOpenChild(), kText);
  EXPECT_DEATH(OpenTwoChildren(), kText);
  EXPECT_DEATH(WriteToParentOfOpenPackedField(), kText);
  EXPECT_DEATH(WriteToOuterChild(), kText);
}

TEST(BuilderMisuseDeathTest, NoChildOutlivesItsParent) {
  EXPECT_DEATH(LetChildOutliveParent(), "outlived its parent");
  EXPECT_DEATH(LetChildOutliveRoot(), "outlived its parent");
}

TEST(BuilderMisuseDeathTest, FinishIsTheEnd) {
  EXPECT_DEATH(WriteAfterFinish(), "after Finish");
  EXPECT_DEATH(WriteToForgottenMessage(), "after Finish");
}

TEST(BuilderMisuseTest, FinishRefusesAMessageWithAnOpenChild) {
  StringOutput output;
  std::string bytes = "kept";
  {
    TreeBuilder tree(&output);
    auto child = tree.open_left();
    const absl::Status status = output.Finish(&bytes);
    EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
    EXPECT_NE(status.message().find("a child of it was open"),
              std::string::npos);
  }
  EXPECT_EQ(bytes, "kept");
  TreeBuilder next(&output);
  EXPECT_TRUE(output.Finish(&bytes).ok());
}

// What a handler does that gives up half-way.
TEST(BuilderMisuseTest, AMessageMayBeDropped) {
  StringOutput output;
  {
    TreeBuilder tree(&output);
    auto child = tree.open_left();
    child.set_value(7);
  }
  TreeBuilder again(&output);
  again.set_value(1);
  std::string bytes;
  ASSERT_TRUE(output.Finish(&bytes).ok());
  EXPECT_EQ(bytes, "\x08\x01");
}

TEST(BuilderRequiredTest, FinishNamesTheFirstFieldThatIsMissing) {
  StringOutput output;
  std::string bytes = "kept";
  kinds2::HoldsRequiredBuilder root(&output);
  { auto group = root.open_group(); }
  const absl::Status status = output.Finish(&bytes);
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(status.message(),
            "kinds2.HoldsRequired.Group: the required field number is not set");
  EXPECT_EQ(bytes, "kept");
}

TEST(BuilderRequiredTest, LooksAtTheRootWhetherItsScopeHasEndedOrNot) {
  StringOutput output;
  std::string bytes;
  kinds2::HoldsRequired_GroupBuilder open(&output);
  EXPECT_FALSE(output.Finish(&bytes).ok());
  { kinds2::HoldsRequired_GroupBuilder closed(&output); }
  EXPECT_FALSE(output.Finish(&bytes).ok());
  kinds2::HoldsRequired_GroupBuilder set(&output);
  set.set_number(1);
  EXPECT_TRUE(output.Finish(&bytes).ok());
}

TEST(BuilderRequiredTest, RecordsThatAreEncodedAlreadyCountAsSet) {
  StringOutput output;
  std::string bytes;
  kinds2::HoldsRequiredBuilder root(&output);
  root.set_one(EncodedMessage(""));
  kinds2::Required stock;
  root.add_many(stock);
  {
    auto group = root.open_group();
    group.AppendRecords("\x08\x05");
  }
  EXPECT_TRUE(output.Finish(&bytes).ok());
}

}  // namespace
}  // namespace backwire::builder
