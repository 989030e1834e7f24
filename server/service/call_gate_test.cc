#include "server/service/call_gate.h"

#include <thread>

#include "gtest/gtest.h"

namespace backwire::server {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using Clock = CallGate::Clock;

TEST(CallGateTest, LetsCallsInUntilItIsClosed) {
  CallGate gate;
  EXPECT_TRUE(gate.Enter());
  gate.Close();
  EXPECT_FALSE(gate.Enter());
  EXPECT_EQ(gate.in_flight(), 2);
  gate.Leave();
  gate.Leave();
  EXPECT_EQ(gate.in_flight(), 0);
}

TEST(CallGateTest, WaitsForCallsUnderWay) {
  CallGate gate;
  ASSERT_TRUE(gate.Enter());
  gate.Close();
  std::thread call([&gate] { gate.Leave(); });
  EXPECT_TRUE(
      gate.WaitUntilQuiet(milliseconds(1), hours(1), Clock::now() + hours(1)));
  EXPECT_EQ(gate.in_flight(), 0);
  call.join();
}

TEST(CallGateTest, GivesUpAtTheDeadline) {
  CallGate gate;
  ASSERT_TRUE(gate.Enter());
  gate.Close();
  EXPECT_FALSE(gate.WaitUntilQuiet(milliseconds(1), milliseconds(1),
                                   Clock::now() + milliseconds(20)));
  EXPECT_TRUE(CallGate().WaitUntilQuiet(hours(1), hours(1), Clock::now()));
}

TEST(CallGateTest, WaitsForQuiet) {
  CallGate gate;
  gate.Close();
  const auto begin = Clock::now();
  EXPECT_TRUE(
      gate.WaitUntilQuiet(milliseconds(20), hours(1), Clock::now() + hours(1)));
  EXPECT_GE(Clock::now() - begin, milliseconds(20));
}

TEST(CallGateTest, DoesNotWaitForeverForCallsThatItRefuses) {
  CallGate gate;
  gate.Close();
  EXPECT_TRUE(
      gate.WaitUntilQuiet(hours(1), milliseconds(20), Clock::now() + hours(1)));
}

}  // namespace
}  // namespace backwire::server
