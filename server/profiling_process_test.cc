// The server's executable while it is profiled under load by many threads: it
// must neither crash nor hang, and every profile that it sends must be whole.
#include <httplib.h>

#include <atomic>
#include <csignal>
#include <future>
#include <thread>
#include <vector>

#include "candidates/v1/candidates.grpc.pb.h"
#include "gmock/gmock.h"
#include "grpcpp/create_channel.h"
#include "gtest/gtest.h"
#include "profiles/format/gperftools_profile.h"
#include "server/testing/server_process.h"

namespace backwire::server {
namespace {

using candidates::v1::CandidateService;
using candidates::v1::GenerateRequest;
using candidates::v1::GenerateResponse;
using ::testing::HasSubstr;
using testing::ServerProcess;

struct Answer {
  int status = 0;
  std::string body;
};

// Threads that call the server over and over, each on a connection of its own.
class Load {
 public:
  Load(const std::string& address, int threads) {
    for (int i = 0; i < threads; ++i) {
      threads_.emplace_back([this, address, i] { Run(address, i); });
    }
  }
  ~Load() {
    stop_ = true;
    for (std::thread& thread : threads_) thread.join();
  }

  int64_t calls() const { return calls_; }
  int64_t failures() const { return failures_; }

 private:
  void Run(const std::string& address, int number) {
    grpc::ChannelArguments arguments;
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    arguments.SetInt("test.connection", number);
    const auto stub = CandidateService::NewStub(grpc::CreateCustomChannel(
        address, grpc::InsecureChannelCredentials(), arguments));
    GenerateRequest request;
    request.set_user_id("user");
    request.set_candidate_count(100);
    while (!stop_) {
      grpc::ClientContext context;
      GenerateResponse response;
      const bool ok = stub->Generate(&context, request, &response).ok();
      ++(ok ? calls_ : failures_);
    }
  }

  std::atomic<bool> stop_{false};
  std::atomic<int64_t> calls_{0};
  std::atomic<int64_t> failures_{0};
  std::vector<std::thread> threads_;
};

class ProfilingProcessTest : public ::testing::Test {
 protected:
  ProfilingProcessTest()
      : server_({"--listen-address=127.0.0.1:0", "--admin-address=127.0.0.1:0",
                 "--codec=generated"},
                {"CPUPROFILE_FREQUENCY=1000"}) {
    const std::string line = server_.WaitForLine("event=serving");
    address_ = "127.0.0.1:" + testing::ValueIn(line, "grpc_port");
    admin_port_ = std::stoi("0" + testing::ValueIn(line, "admin_port"));
  }

  Answer Get(const std::string& path) const {
    httplib::Client client("127.0.0.1", admin_port_);
    client.set_read_timeout(testing::kPatience);
    const auto result = client.Get(path);
    return result ? Answer{result->status, result->body} : Answer{};
  }

  std::future<Answer> GetLater(const std::string& path) const {
    return std::async(std::launch::async, [this, path] { return Get(path); });
  }

  // Each question is a round trip, so this needs no sleep.
  void WaitUntilRunning(const std::string& kind) const {
    const std::string running =
        "backwire_capture_running{kind=\"" + kind + "\"} 1";
    while (true) {
      const Answer metrics = Get("/metrics");
      ASSERT_EQ(metrics.status, 200);
      if (metrics.body.find(running) != std::string::npos) return;
    }
  }

  ServerProcess server_;
  std::string address_;
  int admin_port_ = 0;
};

// The sum of the first value of a whole profile; -1 if it is broken.
int64_t TotalOf(const std::string& profile) {
  const auto raw = profiles::ParseGperftoolsProfile(profile);
  if (!raw.ok() || raw->mappings.empty()) return -1;
  int64_t total = 0;
  for (const profiles::RawStack& stack : raw->stacks) total += stack.values[0];
  return total;
}

TEST_F(ProfilingProcessTest, StaysWholeUnderLoadAndManyQuestions) {
  {
    Load load(address_, 16);
    for (int round = 0; round < 3; ++round) {
      // Who asks first is taken; the others share it.
      std::vector<std::future<Answer>> shared;
      for (int i = 0; i < 6; ++i) {
        shared.push_back(GetLater("/pprof/profile?seconds=2"));
      }
      WaitUntilRunning("cpu");
      const Answer refused = Get("/pprof/allocs?seconds=1");
      EXPECT_EQ(refused.status, 409);
      EXPECT_THAT(refused.body,
                  HasSubstr("a capture of kind \"cpu\" is running and would be "
                            "disturbed by \"allocs\""));
      for (const char* path : {"/", "/healthz", "/pprof/heap", "/pprof/growth",
                               "/debug/pprof/heap", "/flame?kind=heap"}) {
        EXPECT_EQ(Get(path).status, 200) << path;
      }
      for (std::future<Answer>& each : shared) {
        const Answer answer = each.get();
        ASSERT_EQ(answer.status, 200) << answer.body;
        EXPECT_GT(TotalOf(answer.body), 0);
      }
      auto allocations = GetLater("/pprof/allocs?seconds=1&every=10");
      WaitUntilRunning("allocs");
      const Answer cpu = Get("/pprof/profile?seconds=1");
      EXPECT_EQ(cpu.status, 409);
      EXPECT_THAT(cpu.body, HasSubstr("\"allocs\" is running"));
      const Answer answer = allocations.get();
      ASSERT_EQ(answer.status, 200) << answer.body;
      EXPECT_GT(TotalOf(answer.body), 0);
    }
    EXPECT_GT(load.calls(), 0);
    EXPECT_EQ(load.failures(), 0);
  }
  server_.Signal(SIGTERM);
  EXPECT_EQ(server_.WaitForExit(), 0) << server_.log();
}

TEST_F(ProfilingProcessTest, SendsWhatItHasWhenItIsStopped) {
  const std::pair<const char*, const char*> profiles[] = {
      {"cpu", "/pprof/profile?seconds=600"},
      {"allocs", "/pprof/allocs?seconds=600&every=10"}};
  for (const auto& [kind, path] : profiles) {
    ServerProcess server(
        {"--listen-address=127.0.0.1:0", "--admin-address=127.0.0.1:0"},
        {"CPUPROFILE_FREQUENCY=1000"});
    const std::string line = server.WaitForLine("event=serving");
    admin_port_ = std::stoi("0" + testing::ValueIn(line, "admin_port"));
    auto profile = GetLater(path);
    WaitUntilRunning(kind);
    {
      Load load("127.0.0.1:" + testing::ValueIn(line, "grpc_port"), 4);
      while (load.calls() < 200 && load.failures() == 0) {
        std::this_thread::yield();
      }
      server.Signal(SIGTERM);
      const Answer answer = profile.get();
      ASSERT_EQ(answer.status, 200) << kind << ": " << answer.body;
      EXPECT_GT(TotalOf(answer.body), 0) << kind;
    }
    EXPECT_EQ(server.WaitForExit(), 0) << server.log();
  }
}

}  // namespace
}  // namespace backwire::server
