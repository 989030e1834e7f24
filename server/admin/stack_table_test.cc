#include "backwire/admin/stack_table.h"

#include <memory>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace backwire::admin {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

void* Address(uintptr_t value) { return reinterpret_cast<void*>(value); }

std::unique_ptr<StackTable> NewTable() {
  auto table = std::make_unique<StackTable>();
  table->Clear();
  return table;
}

TEST(StackTableTest, AddsUpEqualStacksByWeight) {
  const auto table = NewTable();
  void* const inner_outer[] = {Address(0x1a), Address(0x2b)};
  table->Add(inner_outer, 2, 100, 10);
  table->Add(inner_outer, 2, 50, 10);
  table->Add(inner_outer, 1, 7, 10);
  table->Add(inner_outer, 1, 5000, 1);
  EXPECT_EQ(table->objects(), 31);
  const std::string text = table->ToHeapProfile();
  EXPECT_THAT(text,
              StartsWith("heap profile: 0: 0 [31: 6570] @ heapprofile\n"));
  EXPECT_THAT(text, HasSubstr("0: 0 [20: 1500] @ 0x1a 0x2b\n"));
  EXPECT_THAT(text, HasSubstr("0: 0 [11: 5070] @ 0x1a\n"));
}

TEST(StackTableTest, CountsStacksBeyondItsSizeWithoutAddresses) {
  const auto table = NewTable();
  const size_t surplus = 5;
  for (size_t i = 0; i < StackTable::kMaxStacks + surplus; ++i) {
    void* const frame = Address(0x1000 + i);
    table->Add(&frame, 1, 2, 1);
  }
  EXPECT_THAT(table->ToHeapProfile(), HasSubstr("0: 0 [5: 10] @\n"));
}

TEST(StackTableTest, IsEmptyAfterClear) {
  const auto table = NewTable();
  void* const frame = Address(0x1a);
  table->Add(&frame, 1, 100, 1);
  table->Clear();
  EXPECT_EQ(table->ToHeapProfile(),
            "heap profile: 0: 0 [0: 0] @ heapprofile\n");
}

}  // namespace
}  // namespace backwire::admin
