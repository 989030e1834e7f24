// A fan-out server before another server, over real loopback connections.
#include "server/fanout/fanout_service.h"

#include <atomic>
#include <chrono>
#include <set>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "candidates/v1/candidates.grpc.pb.h"
#include "client/testing/silent_listener.h"
#include "gmock/gmock.h"
#include "grpcpp/create_channel.h"
#include "gtest/gtest.h"
#include "server/lifecycle/application.h"

namespace backwire::server {
namespace {

using candidates::v1::CandidateService;
using candidates::v1::GenerateRequest;
using candidates::v1::GenerateResponse;
using config::ServerConfig;
using ::testing::HasSubstr;

ServerConfig BackendConfig() {
  ServerConfig config;
  config.set_listen_address("127.0.0.1:0");
  config.mutable_admin()->set_address("127.0.0.1:0");
  return config;
}

GenerateRequest Request(int count) {
  GenerateRequest request;
  request.set_user_id("alice");
  request.set_candidate_count(count);
  return request;
}

class FanoutServiceTest : public ::testing::Test {
 protected:
  FanoutServiceTest() : backend_(Application::Start(BackendConfig()).value()) {
    target_ = absl::StrCat("127.0.0.1:", backend_->grpc_port());
    StartFanout(3);
  }

  void StartFanout(int requests) {
    ServerConfig config = BackendConfig();
    config.set_workload(config::FANOUT);
    config.mutable_fanout()->set_target(target_);
    config.mutable_fanout()->set_requests(requests);
    config.set_drain_timeout_ms(5000);
    fanout_ = Application::Start(config).value();
    stub_ = CandidateService::NewStub(
        grpc::CreateChannel(absl::StrCat("127.0.0.1:", fanout_->grpc_port()),
                            grpc::InsecureChannelCredentials()));
  }

  grpc::Status Generate(const GenerateRequest& request,
                        GenerateResponse* response) {
    grpc::ClientContext context;
    return stub_->Generate(&context, request, response);
  }

  std::string target_;
  std::unique_ptr<Application> backend_;
  std::unique_ptr<Application> fanout_;
  std::unique_ptr<CandidateService::Stub> stub_;
};

// A call is counted when it is done with, which its caller need not wait for.
void ExpectCallsEnded(const Application& application, uint64_t calls) {
  const auto deadline =
      std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (application.calls_ended() < calls &&
         std::chrono::steady_clock::now() < deadline) {
    std::this_thread::yield();
  }
  EXPECT_EQ(application.calls_ended(), calls);
}

TEST_F(FanoutServiceTest, AsksOftenAndMergesTheAnswers) {
  GenerateResponse response;
  const grpc::Status status = Generate(Request(50), &response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  ExpectCallsEnded(*backend_, 3u);
  ASSERT_EQ(response.candidates_size(), 50);
  std::set<std::string> ids;
  std::string last_score = "1";
  for (int i = 0; i < 50; ++i) {
    const auto& candidate = response.candidates(i);
    ids.insert(candidate.id());
    EXPECT_EQ(candidate.metadata_size(), 6);
    EXPECT_EQ(candidate.metadata().at("rank"), std::to_string(i + 1));
    EXPECT_LE(candidate.metadata().at("relevance_score"), last_score);
    last_score = candidate.metadata().at("relevance_score");
  }
  EXPECT_EQ(ids.size(), 50u);
  GenerateResponse again;
  ASSERT_TRUE(Generate(Request(50), &again).ok());
  EXPECT_EQ(response.DebugString(), again.DebugString());
}

TEST_F(FanoutServiceTest, AnswersManyCallsAtATime) {
  constexpr int kThreads = 8, kCalls = 20;
  std::atomic<int> good{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      for (int call = 0; call < kCalls; ++call) {
        GenerateResponse response;
        good += Generate(Request(20), &response).ok() &&
                response.candidates_size() == 20;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(good, kThreads * kCalls);
  ExpectCallsEnded(*backend_, uint64_t{kThreads} * kCalls * 3);
}

TEST_F(FanoutServiceTest, RefusesRequestsBeforeItAsks) {
  GenerateResponse response;
  const grpc::Status status = Generate(Request(0), &response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(status.error_message(),
            "GenerateRequest.candidate_count is 0; give 1 to 5000");
  ExpectCallsEnded(*backend_, 0u);
}

TEST_F(FanoutServiceTest, FailsWithTheCodeOfAQuestion) {
  backend_.reset();
  GenerateResponse response;
  const grpc::Status status = Generate(Request(5), &response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_THAT(status.error_message(), HasSubstr(target_ + ": "));
  // The failure is the backend's: this server has refused nothing.
  EXPECT_TRUE(fanout_->Stop());
  ExpectCallsEnded(*fanout_, 1u);
  EXPECT_EQ(fanout_->calls_refused(), 0u);
}

// The questions end with the call; else the server would wait for them until
// its drain cuts them off.
TEST_F(FanoutServiceTest, PassesTheDeadlineOn) {
  const client::SilentListener silent;
  target_ = silent.target();
  StartFanout(2);
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() +
                       std::chrono::milliseconds(300));
  GenerateResponse response;
  EXPECT_EQ(stub_->Generate(&context, Request(5), &response).error_code(),
            grpc::StatusCode::DEADLINE_EXCEEDED);
  EXPECT_TRUE(fanout_->Stop());
  ExpectCallsEnded(*fanout_, 1u);
}

TEST_F(FanoutServiceTest, HasNoStreams) {
  grpc::ClientContext context;
  GenerateResponse chunk;
  const auto reader = stub_->GenerateStream(&context, Request(5));
  EXPECT_FALSE(reader->Read(&chunk));
  EXPECT_EQ(reader->Finish().error_code(), grpc::StatusCode::UNIMPLEMENTED);
}

TEST_F(FanoutServiceTest, CountsItsCallsAndSaysWhomItAsks) {
  GenerateResponse response;
  ASSERT_TRUE(Generate(Request(5), &response).ok());
  EXPECT_TRUE(fanout_->Stop());  // the call's end is counted by now
  ExpectCallsEnded(*fanout_, 1u);
  const auto facts = fanout_->Facts();
  EXPECT_THAT(facts, ::testing::Contains(std::make_pair(
                         std::string("fanout_target"), target_)));
}

}  // namespace
}  // namespace backwire::server
