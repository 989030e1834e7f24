#include "server/service/arena_pool.h"

#include <thread>
#include <vector>

#include "backwire/compat/protobuf_version.h"
#include "gtest/gtest.h"
#include "proto/workload/generate.h"
#include "server/service/arena_message_allocator.h"

namespace backwire::server {
namespace {

using candidates::v1::GenerateResponse;

constexpr size_t kBlockBytes = 1 << 16;

const workload::Catalogue& Items() {
  static const auto* catalogue =
      new workload::Catalogue(workload::MakeReferenceCatalogue(3000, 1));
  return *catalogue;
}

GenerateResponse* Fill(PooledArena* arena, int count) {
  auto* response = GenerateResponse::default_instance().New(arena->get());
  workload::GenerateCandidates(Items(), "alice", 0, count, response);
  return response;
}

// Newer arenas keep texts in blocks of their own, beside the first one.
constexpr bool kHasTextBlocks = BACKWIRE_PROTOBUF_HAS_EDITIONS;

// What an arena allocates for `count` candidates beside its first block, in
// bytes.
size_t BytesBesideFirstBlock(size_t first_block_bytes, int count) {
  PooledArena arena(first_block_bytes);
  Fill(&arena, count);
  return arena.get()->SpaceAllocated() - first_block_bytes;
}

TEST(ArenaPoolTest, UsesTheSameBlockAgain) {
  ArenaPool pool(kBlockBytes, 4);
  auto arena = pool.Take();
  const GenerateResponse* first = Fill(arena.get(), 5);
  const PooledArena* address = arena.get();
  pool.Return(std::move(arena));
  EXPECT_EQ(pool.idle_count(), 1u);
  arena = pool.Take();
  EXPECT_EQ(pool.idle_count(), 0u);
  EXPECT_EQ(arena.get(), address);
  EXPECT_EQ(Fill(arena.get(), 5), first);
}

TEST(ArenaPoolTest, UsesTheBlockOnAnotherThreadToo) {
  ArenaPool pool(kBlockBytes, 4);
  auto arena = pool.Take();
  std::thread([&] { pool.Return(std::move(arena)); }).join();
  arena = pool.Take();
  Fill(arena.get(), 5);
  const size_t beside = BytesBesideFirstBlock(kBlockBytes, 5);
  EXPECT_EQ(beside != 0, kHasTextBlocks);
  EXPECT_EQ(arena->get()->SpaceAllocated(), kBlockBytes + beside);
}

TEST(ArenaPoolTest, FreesWhatGrewBeyondTheFirstBlock) {
  ArenaPool pool(kBlockBytes, 4);
  auto arena = pool.Take();
  Fill(arena.get(), 1000);
  EXPECT_GT(arena->get()->SpaceAllocated(), kBlockBytes);
  arena->Reset();
  EXPECT_EQ(arena->get()->SpaceAllocated(), kBlockBytes);
}

// What the documentation of arena_initial_block_bytes promises.
TEST(ArenaPoolTest, DefaultBlockHoldsTheReferenceResponse) {
  constexpr size_t kDefaultBytes = 2 << 20;
  PooledArena arena(kDefaultBytes);
  Fill(&arena, 2000);
  // As beside a block that is larger than needed.
  const size_t beside = BytesBesideFirstBlock(4 * kDefaultBytes, 2000);
  EXPECT_EQ(beside != 0, kHasTextBlocks);
  EXPECT_EQ(arena.get()->SpaceAllocated(), kDefaultBytes + beside);
  EXPECT_NEAR(arena.get()->SpaceUsed(), kHasTextBlocks ? 1.2e6 : 1.6e6, 1e5);
}

TEST(ArenaPoolTest, KeepsNoMoreThanItsLimit) {
  ArenaPool pool(kBlockBytes, 2);
  std::vector<std::unique_ptr<PooledArena>> taken;
  for (int i = 0; i < 5; ++i) taken.push_back(pool.Take());
  for (auto& arena : taken) pool.Return(std::move(arena));
  EXPECT_EQ(pool.idle_count(), 2u);
}

TEST(ArenaPoolTest, TellsWhetherAnArenaWasReused) {
  std::vector<bool> reused;
  ArenaPool pool(kBlockBytes, 2, [&](bool one) { reused.push_back(one); });
  pool.Return(pool.Take());
  auto first = pool.Take();
  auto second = pool.Take();
  EXPECT_EQ(reused, (std::vector<bool>{false, true, false}));
}

TEST(ArenaPoolTest, ServesManyThreads) {
  ArenaPool pool(kBlockBytes, 2);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&pool] {
      for (int i = 0; i < 50; ++i) {
        auto arena = pool.Take();
        EXPECT_EQ(Fill(arena.get(), 20)->candidates_size(), 20);
        pool.Return(std::move(arena));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_LE(pool.idle_count(), 2u);
}

TEST(ArenaMessageAllocatorTest, PutsBothMessagesOnAPooledArena) {
  ArenaPool pool(kBlockBytes, 4);
  ArenaMessageAllocator allocator(&pool);
  auto* messages = allocator.AllocateMessages();
  ASSERT_NE(messages->request()->GetArena(), nullptr);
  EXPECT_EQ(messages->request()->GetArena(), messages->response()->GetArena());
  messages->request()->set_user_id("a user id that does not fit in place");
  messages->Release();
  EXPECT_EQ(pool.idle_count(), 1u);
  messages = allocator.AllocateMessages();
  EXPECT_EQ(pool.idle_count(), 0u);
  EXPECT_EQ(messages->request()->user_id(), "");
  messages->Release();
}

}  // namespace
}  // namespace backwire::server
