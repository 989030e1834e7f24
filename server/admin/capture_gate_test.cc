#include "backwire/admin/capture_gate.h"

#include <future>
#include <thread>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace backwire::admin {
namespace {

using testing::HasSubstr;

constexpr std::chrono::hours kForever{1};

struct FakeCapture {
  int starts = 0;

  CaptureKind Kind(const std::string& name,
                   const std::string& parameters = "") {
    return {name, parameters,
            [this] {
              ++starts;
              return absl::OkStatus();
            },
            [] { return absl::StatusOr<std::string>("content"); }};
  }
};

TEST(CaptureGateTest, ReturnsWhatTheCaptureMade) {
  CaptureGate gate;
  FakeCapture fake;
  const auto captured = gate.Run(fake.Kind("cpu"), std::chrono::seconds(0));
  ASSERT_TRUE(captured.ok()) << captured.status();
  EXPECT_EQ(captured->body, "content");
  EXPECT_FALSE(captured->shared);
  EXPECT_EQ(gate.running(), "");
}

TEST(CaptureGateTest, RefusesAnotherKindAndNamesTheRunningOne) {
  CaptureGate gate;
  FakeCapture fake;
  auto first = std::async(std::launch::async,
                          [&] { return gate.Run(fake.Kind("cpu"), kForever); });
  while (gate.running() != "cpu") std::this_thread::yield();
  FakeCapture other;
  const auto refused = gate.Run(other.Kind("allocs"), kForever);
  EXPECT_EQ(refused.status().code(), absl::StatusCode::kAborted);
  EXPECT_THAT(std::string(refused.status().message()), HasSubstr("\"cpu\""));
  EXPECT_EQ(other.starts, 0);
  gate.EndAll();
  EXPECT_TRUE(first.get().ok());
}

// Only the caller that is one too many returns before the end, and it is
// refused when all the others wait.
void WaitForOneReady(std::vector<std::future<absl::StatusOr<Captured>>>& all) {
  while (true) {
    for (const auto& caller : all) {
      if (caller.wait_for(std::chrono::milliseconds(1)) ==
          std::future_status::ready) {
        return;
      }
    }
  }
}

TEST(CaptureGateTest, DoesNotShareACaptureWithOtherParameters) {
  CaptureGate gate;
  FakeCapture fake;
  const CaptureKind kind = fake.Kind("allocs", "every=10");
  auto first =
      std::async(std::launch::async, [&] { return gate.Run(kind, kForever); });
  while (gate.running() != "allocs") std::this_thread::yield();
  const auto refused = gate.Run(fake.Kind("allocs", "every=20"), kForever);
  EXPECT_EQ(refused.status().code(), absl::StatusCode::kAborted);
  EXPECT_THAT(std::string(refused.status().message()), HasSubstr("every=10"));
  gate.EndAll();
  EXPECT_TRUE(first.get().ok());
}

TEST(CaptureGateTest, SharesARunningCaptureUpToTheLimitOfCallers) {
  CaptureGate gate;
  FakeCapture fake;
  const CaptureKind kind = fake.Kind("cpu");
  std::vector<std::future<absl::StatusOr<Captured>>> callers;
  for (int i = 0; i < CaptureGate::kMaxCallers + 1; ++i) {
    callers.push_back(std::async(std::launch::async,
                                 [&] { return gate.Run(kind, kForever); }));
  }
  WaitForOneReady(callers);
  gate.EndAll();
  int refusals = 0, shared = 0;
  for (auto& caller : callers) {
    const auto captured = caller.get();
    shared += captured.ok() && captured->shared;
    refusals +=
        captured.status().code() == absl::StatusCode::kResourceExhausted;
  }
  EXPECT_EQ(refusals, 1);
  EXPECT_EQ(shared, CaptureGate::kMaxCallers - 1);
  EXPECT_EQ(fake.starts, 1);
}

TEST(CaptureGateTest, PassesOnAFailedStartAndIsFreeAfterwards) {
  CaptureGate gate;
  const CaptureKind failing{
      "cpu", "", [] { return absl::UnimplementedError("not built"); },
      []() -> absl::StatusOr<std::string> {
        ADD_FAILURE() << "stopped what did not start";
        return std::string();
      }};
  EXPECT_EQ(gate.Run(failing, kForever).status().code(),
            absl::StatusCode::kUnimplemented);
  FakeCapture fake;
  EXPECT_TRUE(gate.Run(fake.Kind("allocs"), std::chrono::seconds(0)).ok());
}

TEST(CaptureGateTest, TakesNothingAfterTheEnd) {
  CaptureGate gate;
  gate.EndAll();
  FakeCapture fake;
  EXPECT_EQ(gate.Run(fake.Kind("cpu"), kForever).status().code(),
            absl::StatusCode::kUnavailable);
  EXPECT_EQ(fake.starts, 0);
}

}  // namespace
}  // namespace backwire::admin
