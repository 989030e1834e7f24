// Real calls against a server in this process.
#include "client/rpc/grpc_caller.h"

#include <gtest/gtest.h>

#include <optional>
#include <thread>

#include "client/rpc/channels.h"
#include "client/rpc/request_set.h"
#include "client/senders/run_load.h"
#include "client/testing/test_server.h"
#include "client/verify/verifier.h"

namespace backwire::client {
namespace {

constexpr int64_t kMs = 1'000'000;

class GrpcCallerTest : public testing::Test {
 protected:
  GrpcCallerTest() {
    plan_.connection.targets = {server_.target()};
    plan_.request.candidates = 20;
    plan_.pace.concurrency = 4;
    plan_.pace.duration = absl::ZeroDuration();
    plan_.pace.count = 40;
  }

  Measurement Measure() {
    EXPECT_EQ(Validate(plan_).message(), "");
    const absl::StatusOr<RequestSet> requests = MakeRequests(plan_.request);
    std::optional<Verifier> verifier;
    if (plan_.verify.enabled) {
      verifier.emplace(*Verifier::Make(plan_.verify, &*requests));
    }
    auto channels = MakeChannels(plan_.connection);
    const absl::Status connected =
        ConnectAll(plan_.connection, *channels, [] { return false; });
    EXPECT_TRUE(connected.ok()) << connected;
    const auto caller = MakeGrpcCaller(
        &plan_.request, &*requests, verifier.has_value() ? &*verifier : nullptr,
        *std::move(channels));
    return RunLoad(plan_.pace, plan_.request.deadline,
                   plan_.connection.targets.size(), ProgressOptions(),
                   caller.get(), &stop_);
  }

  TestServer server_;
  LoadPlan plan_;
  StopFlag stop_;
};

TEST_F(GrpcCallerTest, CountsCallsAndBytes) {
  const Measurement measured = Measure();
  EXPECT_EQ(measured.ok, 40);
  EXPECT_EQ(measured.failed, 0);
  EXPECT_EQ(server_.calls(), 40);
  const auto expected = MakeRequests(plan_.request);
  EXPECT_EQ(measured.window.request_bytes, 40 * expected->bytes(0));
  // 41 bytes for the response, about 269 for a candidate.
  EXPECT_EQ(measured.window.response_bytes % 40, 0);
  EXPECT_NEAR(measured.window.response_bytes / 40.0, 20 * 269 + 41, 100);
  EXPECT_EQ(measured.window.response_messages, 40);
  EXPECT_GT(measured.window.decode_ns, 0);
  EXPECT_GT(measured.window.user_cpu_ns + measured.window.system_cpu_ns, 0);
}

TEST_F(GrpcCallerTest, VerifiesGoodResponsesInEveryForm) {
  plan_.verify.enabled = true;
  plan_.request.users = 3;
  for (Rpc rpc : {Rpc::kGenerate, Rpc::kStream}) {
    for (Receive receive :
         {Receive::kHeap, Receive::kArena, Receive::kView, Receive::kRaw}) {
      plan_.request.rpc = rpc;
      plan_.request.receive = receive;
      const Measurement measured = Measure();
      EXPECT_EQ(measured.ok, 40);
      EXPECT_EQ(measured.first_mismatch, "");
    }
  }
}

TEST_F(GrpcCallerTest, FindsAWrongResponseInEveryForm) {
  plan_.verify.enabled = true;
  server_.CorruptResponses();
  for (Rpc rpc : {Rpc::kGenerate, Rpc::kStream}) {
    for (Receive receive :
         {Receive::kHeap, Receive::kArena, Receive::kView, Receive::kRaw}) {
      plan_.request.rpc = rpc;
      plan_.request.receive = receive;
      const Measurement measured = Measure();
      EXPECT_EQ(measured.mismatches, 40);
      EXPECT_EQ(measured.ok, 0);
      EXPECT_NE(measured.first_mismatch.find("\"user-0001\""),
                std::string::npos);
      EXPECT_NE(measured.first_mismatch.find("wrong"), std::string::npos)
          << measured.first_mismatch;
    }
  }
}

TEST_F(GrpcCallerTest, DoesNotNoticeAWrongResponseUnlessAsked) {
  server_.CorruptResponses();
  EXPECT_EQ(Measure().ok, 40);
}

TEST_F(GrpcCallerTest, StreamsInTheChunksAskedFor) {
  plan_.request.rpc = Rpc::kStream;
  plan_.request.chunk_size = 6;
  plan_.verify.enabled = true;
  const Measurement measured = Measure();
  EXPECT_EQ(measured.ok, 40);
  EXPECT_EQ(measured.window.response_messages, 40 * 4);
}

TEST_F(GrpcCallerTest, OpensTheConnectionsItSays) {
  plan_.connection.connections = 3;
  EXPECT_EQ(Measure().ok, 40);
  EXPECT_EQ(server_.peers().size(), 3u);
}

TEST_F(GrpcCallerTest, SharesTheLoadAmongTargets) {
  TestServer other;
  plan_.connection.targets.push_back(other.target());
  const Measurement measured = Measure();
  EXPECT_EQ(measured.targets[0].ok, 20);
  EXPECT_EQ(measured.targets[1].ok, 20);
  EXPECT_EQ(other.calls(), 20);
}

TEST_F(GrpcCallerTest, SendsMetadata) {
  plan_.request.metadata = {{"x-tenant", "blue"}};
  Measure();
  EXPECT_EQ(server_.last_metadata("x-tenant"), "blue");
}

TEST_F(GrpcCallerTest, CountsFailuresByCode) {
  server_.FailNext(5, 3, "candidate_count: too many");
  plan_.pace.concurrency = 1;
  const Measurement measured = Measure();
  EXPECT_EQ(measured.failed, 5);
  EXPECT_EQ(measured.ok, 35);
  const StatusTally& tally = measured.by_status.at(3);
  EXPECT_EQ(tally.count, 5);
  ASSERT_EQ(tally.first_messages.size(), 1u);
  EXPECT_EQ(tally.first_messages[0], "candidate_count: too many");
}

TEST_F(GrpcCallerTest, CountsFailedStreams) {
  plan_.request.rpc = Rpc::kStream;
  plan_.pace.concurrency = 1;
  server_.FailNext(2, 5, "gone");
  const Measurement measured = Measure();
  EXPECT_EQ(measured.by_status.at(5).count, 2);
  EXPECT_EQ(measured.ok, 38);
}

TEST_F(GrpcCallerTest, RefusesMessagesAboveTheLimit) {
  plan_.connection.max_receive_bytes = 1000;
  const Measurement measured = Measure();
  EXPECT_EQ(measured.by_status.at(8).count, 40);
  EXPECT_EQ(measured.ok, 0);
}

TEST_F(GrpcCallerTest, EndsCallsOfAStalledServerAtTheirDeadline) {
  server_.Hold();
  plan_.pace.count = 8;
  plan_.request.deadline = absl::Milliseconds(100);
  const Measurement measured = Measure();
  EXPECT_EQ(measured.by_status.at(4).count, 8);
  EXPECT_GE(measured.failed_latency.min(), 95 * kMs);
  EXPECT_EQ(measured.ok, 0);
}

TEST_F(GrpcCallerTest, GivesUpOnAServerThatStaysStalled) {
  server_.Hold();
  plan_.pace.count = 1'000'000;
  plan_.pace.stall_timeout = absl::Milliseconds(200);
  const Measurement measured = Measure();
  EXPECT_EQ(measured.stop_reason, StopReason::kNoSuccess);
  EXPECT_EQ(measured.abandoned, 4);
}

TEST_F(GrpcCallerTest, SurvivesAServerThatDiesInTheMiddle) {
  for (Rpc rpc : {Rpc::kGenerate, Rpc::kStream}) {
    TestServer server;
    plan_.connection.targets = {server.target()};
    plan_.request.rpc = rpc;
    plan_.pace.count = 0;
    plan_.pace.duration = absl::Milliseconds(600);
    std::thread killer([&] {
      EXPECT_TRUE(server.WaitForCalls(20));
      server.Kill();
    });
    const Measurement measured = Measure();
    killer.join();
    EXPECT_GT(measured.ok, 0);
    EXPECT_GT(measured.failed, 0);
    EXPECT_GT(measured.by_status.count(14), 0u);
  }
}

// 500 calls a second for a second; the server holds every answer for 400 ms.
TEST_F(GrpcCallerTest, AServerStallShowsInTheUpperPercentiles) {
  plan_.pace.count = 0;
  plan_.pace.duration = absl::Seconds(1);
  plan_.pace.schedule = {{500, 500, absl::Seconds(1)}};
  std::thread staller([&] {
    EXPECT_TRUE(server_.WaitForCalls(100));
    server_.Hold();
    // The pause itself is what is measured.
    std::this_thread::sleep_for(std::chrono::milliseconds(400));
    server_.Release();
  });
  const Measurement measured = Measure();
  staller.join();
  EXPECT_EQ(measured.ok, 500);
  EXPECT_GE(measured.latency.Percentile(99), 330 * kMs);
}

TEST_F(GrpcCallerTest, SaysWhyItCannotConnect) {
  const int port = server_.port();
  server_.Kill();
  plan_.connection.connect_timeout = absl::Milliseconds(300);
  const auto channels = MakeChannels(plan_.connection);
  const absl::Status status =
      ConnectAll(plan_.connection, *channels, [] { return false; });
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  const std::string message(status.message());
  EXPECT_NE(message.find("127.0.0.1:" + std::to_string(port)),
            std::string::npos);
  EXPECT_NE(message.find("refused"), std::string::npos) << message;
}

TEST_F(GrpcCallerTest, ConnectingCanBeStopped) {
  server_.Kill();
  plan_.connection.connect_timeout = absl::Minutes(10);
  const auto channels = MakeChannels(plan_.connection);
  EXPECT_EQ(ConnectAll(plan_.connection, *channels, [] { return true; }).code(),
            absl::StatusCode::kCancelled);
}

}  // namespace
}  // namespace backwire::client
