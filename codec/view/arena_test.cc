#include "backwire/view/arena.h"

#include <set>
#include <string>
#include <utility>

#include "backwire/testing/allocations.h"
#include "gtest/gtest.h"

namespace backwire::view {
namespace {

TEST(ViewArenaTest, HandsOutAlignedMemoryThatDoesNotOverlap) {
  ViewArena arena;
  std::set<std::pair<char*, char*>> taken;
  for (size_t bytes : {1, 7, 8, 9, 4000, 4096, 5000, 100000, 3}) {
    char* const memory = arena.Allocate(bytes);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(memory) % 8, 0u);
    std::memset(memory, 0xee, bytes);
    taken.insert({memory, memory + bytes});
  }
  char* end = nullptr;
  for (const auto& [begin, own_end] : taken) {
    EXPECT_LE(end, begin);
    end = own_end;
  }
}

TEST(ViewArenaTest, ZeroesMemoryThatWasUsedBefore) {
  ViewArena arena;
  std::memset(arena.Allocate(64), 0xee, 64);
  arena.Reset();
  EXPECT_EQ(std::string(arena.AllocateZeroed(64), 64), std::string(64, '\0'));
}

TEST(ViewArenaTest, TakesNoMemoryForTheSameWorkAgain) {
  if (!testing::AllocationsAreCounted()) GTEST_SKIP() << "nothing is counted";
  ViewArena arena;
  const auto work = [&arena] {
    arena.Reset();
    for (size_t bytes : {10, 5000, 100, 300000, 20}) arena.Allocate(bytes);
  };
  EXPECT_GT(testing::CountAllocations(work), 0u);
  EXPECT_EQ(testing::CountAllocations(work), 0u);
}

TEST(ViewArenaTest, GrowsTheLastArrayInPlaceAndMovesOthers) {
  ViewArena arena;
  ArrayRef array = {};
  arena.Grow(&array, 1, 4);
  EXPECT_EQ(array.capacity, 4u);
  Store(const_cast<char*>(array.data), 0, uint32_t{42});
  array.size = 1;
  const char* const before = array.data;
  arena.Grow(&array, 10, 4);
  EXPECT_EQ(array.data, before);
  EXPECT_EQ(array.capacity, 11u);
  arena.Allocate(8);
  arena.Grow(&array, 20, 4);
  EXPECT_NE(array.data, before);
  EXPECT_EQ(Load<uint32_t>(array.data, 0), 42u);
}

TEST(ViewArenaTest, TrimGivesBackWhatIsLast) {
  ViewArena arena;
  ArrayRef array = {};
  arena.Grow(&array, 100, 8);
  array.size = 2;
  arena.Trim(&array, 8);
  EXPECT_EQ(array.capacity, 2u);
  EXPECT_EQ(arena.Allocate(8), array.data + 16);
  arena.Trim(&array, 8);
  EXPECT_EQ(array.capacity, 2u);
}

TEST(ViewArenaTest, MovesWithItsMemory) {
  ViewArena arena;
  char* const memory = arena.Allocate(3);
  std::memcpy(memory, "abc", 3);
  ViewArena other = std::move(arena);
  EXPECT_EQ(std::string(memory, 3), "abc");
  EXPECT_GT(other.capacity_bytes(), 0u);
  EXPECT_NE(arena.Allocate(3), nullptr);  // NOLINT: moved from, and empty
}

}  // namespace
}  // namespace backwire::view
