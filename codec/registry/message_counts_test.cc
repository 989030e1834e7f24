#include "backwire/registry/message_counts.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace backwire {
namespace {

// The process has one such object: tests share it, and look at types of their
// own.
ProcessCounts& Counts() {
  static auto* const counts = new ProcessCounts(4);
  return *counts;
}

uint64_t Encoded(size_t type) { return Counts().Total(type).encoded_messages; }

void CountOne(size_t type) {
  MessageCounts& mine = Counts().OfThisThread().by_type[type];
  mine.encoded_messages.Add(1);
  mine.encoded_bytes.Add(10);
}

TEST(ProcessCountsTest, AddsUpLivingAndEndedThreads) {
  CountOne(0);
  std::thread([] { CountOne(0); }).join();
  EXPECT_EQ(Encoded(0), 2);
  EXPECT_EQ(Counts().Total(0).encoded_bytes, 20);
  EXPECT_EQ(Encoded(3), 0);
}

TEST(ProcessCountsTest, LosesNothingOfThreadsThatCountAtOnce) {
  constexpr int kThreads = 8;
  constexpr int kMessages = 10'000;
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([] {
      for (int n = 0; n < kMessages; ++n) CountOne(1);
    });
  }
  while (Encoded(1) == 0) std::this_thread::yield();
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(Encoded(1), kThreads * kMessages);
}

TEST(ProcessCountsTest, EachThreadStartsAtAnotherNumber) {
  const uint64_t mine = Counts().OfThisThread().first_number;
  uint64_t other = mine;
  std::thread([&] { other = Counts().OfThisThread().first_number; }).join();
  EXPECT_NE(other, mine);
  EXPECT_EQ(Counts().OfThisThread().first_number, mine);
}

// Made before the counts' own thread-local object, so destroyed after it.
struct CountsLate {
  ~CountsLate() { CountOne(2); }
  bool made = false;
};
thread_local CountsLate late;

TEST(ProcessCountsTest, AMessageAtTheVeryEndOfAThreadIsCounted) {
  std::thread([] {
    late.made = true;
    CountOne(2);
  }).join();
  EXPECT_EQ(Encoded(2), 2);
}

}  // namespace
}  // namespace backwire
