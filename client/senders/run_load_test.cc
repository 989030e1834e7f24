// The senders against a caller without a network: what is sent, when, and what
// is counted.
#include "client/senders/run_load.h"

#include <gtest/gtest.h>

#include <thread>

#include "client/senders/clock.h"
#include "client/testing/fake_caller.h"

namespace backwire::client {
namespace {

constexpr int64_t kMs = 1'000'000;
constexpr int kUnavailable = 14;

FakeCaller::Script AnswersAfter(int64_t ns) {
  return
      [ns](int64_t, int64_t now_ns) { return FakeCaller::Answer{now_ns + ns}; };
}

Measurement RunPlan(const PacePlan& plan, Caller* caller, StopFlag* stop,
                    absl::Duration deadline = absl::Seconds(5)) {
  return RunLoad(plan, deadline, 1, ProgressOptions(), caller, stop);
}

PacePlan CountPlan(int concurrency, int64_t count) {
  PacePlan plan;
  plan.concurrency = concurrency;
  plan.duration = absl::ZeroDuration();
  plan.count = count;
  return plan;
}

PacePlan RatePlan(double rate, absl::Duration duration) {
  PacePlan plan;
  plan.schedule = {RateSegment{rate, rate, duration}};
  plan.duration = duration;
  return plan;
}

TEST(ClosedLoopTest, SendsExactlyTheCountAtTheConcurrency) {
  FakeCaller caller(AnswersAfter(kMs));
  StopFlag stop;
  const Measurement measured = RunPlan(CountPlan(4, 50), &caller, &stop);
  EXPECT_EQ(caller.started(), 50);
  EXPECT_LE(caller.most_in_flight(), 4);
  EXPECT_EQ(measured.ok, 50);
  EXPECT_EQ(measured.latency.count(), 50);
  EXPECT_GE(measured.latency.min(), kMs);
  EXPECT_EQ(measured.window.ok, 50);
  EXPECT_EQ(measured.window.response_bytes, 50 * 100);
  EXPECT_EQ(measured.stop_reason, StopReason::kNone);
  EXPECT_EQ(measured.targets[0].ok, 50);
}

TEST(ClosedLoopTest, NeedsNoMorePlacesThanCalls) {
  FakeCaller caller(AnswersAfter(kMs));
  StopFlag stop;
  EXPECT_EQ(RunPlan(CountPlan(64, 3), &caller, &stop).ok, 3);
  EXPECT_EQ(caller.started(), 3);
}

TEST(ClosedLoopTest, EndsWithTheDuration) {
  FakeCaller caller(AnswersAfter(kMs));
  StopFlag stop;
  PacePlan plan;
  plan.concurrency = 2;
  plan.duration = absl::Milliseconds(400);
  const int64_t begin_ns = NowNanos();
  const Measurement measured = RunPlan(plan, &caller, &stop);
  EXPECT_EQ(measured.ok, caller.started());
  EXPECT_GT(measured.ok, 2);
  // The window begins with the first call, which a busy machine delays.
  EXPECT_GE(NowNanos() - begin_ns, 400 * kMs);
  EXPECT_GT(measured.window.time_ns, 0);
  EXPECT_LT(measured.window.time_ns, 10'000 * kMs);
}

TEST(ClosedLoopTest, KeepsTheWarmUpOutOfTheResults) {
  const int64_t begin_ns = NowNanos();
  // Slow in the first 100 ms, fast afterwards.
  FakeCaller caller([begin_ns](int64_t, int64_t now_ns) {
    const bool cold = now_ns - begin_ns < 100 * kMs;
    return FakeCaller::Answer{now_ns + (cold ? 30 : 1) * kMs};
  });
  StopFlag stop;
  PacePlan plan = CountPlan(2, 20);
  plan.warmup = absl::Milliseconds(200);
  const Measurement measured = RunPlan(plan, &caller, &stop);
  EXPECT_EQ(measured.ok, 20);
  EXPECT_GT(measured.warmup_calls, 0);
  EXPECT_EQ(caller.started(), 20 + measured.warmup_calls);
  EXPECT_LT(measured.latency.Percentile(50), 30 * kMs);
  // Calls of the warm-up may end in the window: at most one a place.
  EXPECT_LE(measured.window.ok, 22);
}

TEST(ClosedLoopTest, RestsAPlaceThatFoundNoServer) {
  FakeCaller caller([](int64_t, int64_t now_ns) {
    return FakeCaller::Answer{now_ns + 1000, kUnavailable};
  });
  StopFlag stop;
  PacePlan plan;
  plan.concurrency = 2;
  plan.duration = absl::Milliseconds(350);
  const Measurement measured = RunPlan(plan, &caller, &stop);
  // One at once and one after each 100 ms, in two places.
  EXPECT_LE(measured.failed, 8);
  EXPECT_GE(measured.failed, 2);
  EXPECT_EQ(measured.ok, 0);
  EXPECT_EQ(measured.by_status.at(kUnavailable).count, measured.failed);
}

TEST(ClosedLoopTest, StopsSoonWhenAsked) {
  FakeCaller caller(AnswersAfter(FakeCaller::kNever));
  StopFlag stop;
  stop.Request(StopReason::kInterrupted);
  PacePlan plan;
  const Measurement measured = RunPlan(plan, &caller, &stop);
  EXPECT_EQ(measured.stop_reason, StopReason::kInterrupted);
  EXPECT_EQ(caller.started(), 0);
}

TEST(RunLoadTest, GivesUpAndAbandonsWhenNothingSucceeds) {
  FakeCaller caller(AnswersAfter(FakeCaller::kNever));
  StopFlag stop;
  PacePlan plan = CountPlan(3, 1000);
  plan.stall_timeout = absl::Milliseconds(200);
  const Measurement measured = RunPlan(plan, &caller, &stop, absl::Hours(1));
  EXPECT_EQ(measured.stop_reason, StopReason::kNoSuccess);
  EXPECT_EQ(measured.abandoned, 3);
  EXPECT_EQ(measured.failed, 0);
}

TEST(RunLoadTest, CountsErrorsByCodeWithTheirFirstTexts) {
  FakeCaller caller([](int64_t number, int64_t now_ns) {
    return FakeCaller::Answer{now_ns + 1000, number % 2 == 0 ? 0 : 8};
  });
  StopFlag stop;
  const Measurement measured = RunPlan(CountPlan(1, 10), &caller, &stop);
  EXPECT_EQ(measured.ok, 5);
  EXPECT_EQ(measured.failed, 5);
  EXPECT_EQ(measured.by_status.at(0).count, 5);
  EXPECT_EQ(measured.by_status.at(8).count, 5);
  EXPECT_EQ(measured.by_status.at(8).first_messages.size(), 1u);
  EXPECT_EQ(measured.failed_latency.count(), 5);
  EXPECT_EQ(measured.latency.count(), 5);
}

TEST(RunLoadTest, FeedsProgress) {
  FakeCaller caller(AnswersAfter(kMs));
  StopFlag stop;
  PacePlan plan;
  plan.concurrency = 1;
  plan.duration = absl::Milliseconds(350);
  int64_t ok = 0;
  int lines = 0;
  ProgressOptions progress;
  progress.every_ns = 100 * kMs;
  progress.line = [&](const Interval& interval, int64_t interval_ns, int64_t) {
    ++lines;
    ok += interval.ok;
    EXPECT_GE(interval_ns, 100 * kMs);
  };
  const Measurement measured =
      RunLoad(plan, absl::Seconds(5), 1, progress, &caller, &stop);
  EXPECT_GE(lines, 1);
  EXPECT_GT(ok, 0);
  EXPECT_LE(ok, measured.ok);
}

TEST(OpenLoopTest, SendsTheRateWhateverTheServerDoes) {
  FakeCaller caller(AnswersAfter(100 * kMs));
  StopFlag stop;
  const Measurement measured =
      RunPlan(RatePlan(200, absl::Milliseconds(400)), &caller, &stop);
  EXPECT_EQ(caller.started(), 80);
  EXPECT_EQ(measured.ok, 80);
  // A closed loop of the same speed would never have so many under way.
  EXPECT_GE(caller.most_in_flight(), 15);
  EXPECT_EQ(measured.skipped, 0);
  EXPECT_EQ(measured.send_lag.count(), 80);
}

TEST(OpenLoopTest, EndsWithTheCount) {
  FakeCaller caller(AnswersAfter(kMs));
  StopFlag stop;
  PacePlan plan = RatePlan(500, absl::Hours(24));
  plan.duration = absl::ZeroDuration();
  plan.count = 25;
  EXPECT_EQ(RunPlan(plan, &caller, &stop).ok, 25);
}

TEST(OpenLoopTest, CountsEachSegmentApartAndTheWarmUpNowhere) {
  FakeCaller caller(AnswersAfter(kMs));
  StopFlag stop;
  PacePlan plan = RatePlan(100, absl::Milliseconds(100));
  plan.schedule.push_back({400, 400, absl::Milliseconds(100)});
  plan.warmup = absl::Milliseconds(100);
  const Measurement measured = RunPlan(plan, &caller, &stop);
  EXPECT_EQ(measured.warmup_calls, 10);
  EXPECT_EQ(measured.segments[0].ok, 10);
  EXPECT_EQ(measured.segments[1].ok, 40);
  EXPECT_EQ(measured.ok, 50);
}

// Calls that arrive in a pause end after it. 120 calls were to be sent in the
// pause of 300 ms, and only 2 places take them: a client that counts from the
// actual send would see 2 slow calls.
TEST(OpenLoopTest, AStallShowsInEveryCallThatWasToBeSentMeanwhile) {
  const int64_t begin_ns = NowNanos();
  const int64_t pause_begin_ns = begin_ns + 100 * kMs;
  const int64_t pause_end_ns = begin_ns + 400 * kMs;
  FakeCaller caller([=](int64_t, int64_t now_ns) {
    const bool paused = now_ns >= pause_begin_ns && now_ns < pause_end_ns;
    return FakeCaller::Answer{(paused ? pause_end_ns : now_ns) + kMs / 10};
  });
  StopFlag stop;
  PacePlan plan = RatePlan(400, absl::Milliseconds(1000));
  plan.max_in_flight = 2;
  const Measurement measured = RunPlan(plan, &caller, &stop);
  EXPECT_EQ(measured.ok, 400);
  EXPECT_GE(measured.latency.Percentile(99), 250 * kMs);
  EXPECT_GE(measured.latency.Percentile(90), 150 * kMs);
  EXPECT_LT(measured.latency.Percentile(50), 100 * kMs);
  EXPECT_LT(measured.service_time.Percentile(99), 100 * kMs);
  EXPECT_GE(measured.late_by_limit, 100);
}

TEST(OpenLoopTest, SkipsAndCountsWhatFindsNoRoomInTime) {
  // The first call blocks the only place beyond its deadline.
  FakeCaller caller([](int64_t number, int64_t now_ns) {
    return FakeCaller::Answer{now_ns + (number == 0 ? 200 : 1) * kMs, 0, true};
  });
  StopFlag stop;
  PacePlan plan = RatePlan(100, absl::Milliseconds(400));
  plan.max_in_flight = 1;
  const Measurement measured =
      RunPlan(plan, &caller, &stop, absl::Milliseconds(60));
  // Those of 10 to 140 ms; the machine may be late by a few.
  EXPECT_GE(measured.skipped, 10);
  EXPECT_EQ(measured.skipped + measured.ok, 40);
}

TEST(OpenLoopTest, CountsWhatWasDueWhenTheRunWasStopped) {
  FakeCaller caller(AnswersAfter(FakeCaller::kNever));
  StopFlag stop;
  PacePlan plan = RatePlan(100, absl::Hours(1));
  plan.max_in_flight = 2;
  plan.stall_timeout = absl::Milliseconds(300);
  const Measurement measured = RunPlan(plan, &caller, &stop, absl::Hours(1));
  EXPECT_EQ(measured.stop_reason, StopReason::kNoSuccess);
  EXPECT_EQ(measured.abandoned, 2);
  EXPECT_GE(measured.skipped, 20);
}

TEST(OpenLoopTest, StopsSoonWhenAsked) {
  FakeCaller caller(AnswersAfter(kMs));
  StopFlag stop;
  PacePlan plan = RatePlan(1, absl::Hours(1));
  std::thread interrupter([&] {
    while (caller.started() == 0) std::this_thread::yield();
    stop.Request(StopReason::kInterrupted);
  });
  const int64_t begin_ns = NowNanos();
  const Measurement measured = RunPlan(plan, &caller, &stop);
  interrupter.join();
  EXPECT_LT(NowNanos() - begin_ns, 2000 * kMs);
  EXPECT_EQ(measured.ok, 1);
  EXPECT_EQ(measured.stop_reason, StopReason::kInterrupted);
}

}  // namespace
}  // namespace backwire::client
