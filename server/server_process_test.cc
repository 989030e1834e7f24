// The executable as its users run it: started with flags, stopped by signals.
#include "server/testing/server_process.h"

#include <signal.h>
#include <sys/stat.h>

#include <atomic>
#include <filesystem>
#include <thread>

#include "candidates/v1/candidates.grpc.pb.h"
#include "gmock/gmock.h"
#include "grpcpp/create_channel.h"
#include "gtest/gtest.h"
#include "server/file/file.h"
#include "server/testing/stalled_stream.h"
#include "server/testing/temp_dir.h"

namespace backwire::server {
namespace {

using candidates::v1::CandidateService;
using candidates::v1::GenerateRequest;
using candidates::v1::GenerateResponse;
using ::testing::HasSubstr;
using testing::ServerProcess;

std::vector<std::string> Flags(const std::vector<std::string>& more = {}) {
  std::vector<std::string> flags = {"--listen-address=127.0.0.1:0",
                                    "--admin-address=127.0.0.1:0"};
  flags.insert(flags.end(), more.begin(), more.end());
  return flags;
}

std::unique_ptr<CandidateService::Stub> Connect(const std::string& address) {
  return CandidateService::NewStub(
      grpc::CreateChannel(address, grpc::InsecureChannelCredentials()));
}

GenerateRequest Request(int count) {
  GenerateRequest request;
  request.set_user_id("alice");
  request.set_candidate_count(count);
  return request;
}

TEST(ServerProcessTest, LogsWhatItServesAndWritesItsPorts) {
  const testing::TempDir dir;
  const std::string port_file = dir.Path("ports");
  ServerProcess server(Flags({"--port-file", port_file}),
                       {"BACKWIRE_CODEC=stock", "BACKWIRE_CODC=stock"});
  EXPECT_THAT(server.WaitForLine("event=config"), HasSubstr("BACKWIRE_CODC"));
  const std::string line = server.WaitForLine("event=serving");
  for (const char* name : {"version", "pid", "grpc_port", "admin_port"}) {
    EXPECT_NE(testing::ValueIn(line, name), "") << name;
  }
  EXPECT_EQ(testing::ValueIn(line, "codec"), "stock");
  EXPECT_EQ(testing::ValueIn(line, "tls"), "off");
  EXPECT_EQ(testing::ValueIn(line, "catalogue_items"), "20000");
  EXPECT_EQ(ReadFile(port_file, 1000).value(),
            "grpc_port=" + testing::ValueIn(line, "grpc_port") +
                "\nadmin_port=" + testing::ValueIn(line, "admin_port") + "\n");
  server.Signal(SIGINT);
  EXPECT_THAT(server.WaitForLine("event=draining"), HasSubstr("SIGINT"));
  EXPECT_EQ(server.WaitForExit(), 0);
  EXPECT_FALSE(std::filesystem::exists(port_file));
}

TEST(ServerProcessTest, UnknownCodecKeepsStockAndWarns) {
  ServerProcess server(Flags({"--codec=fast"}));
  EXPECT_THAT(server.WaitForLine("level=WARNING"), HasSubstr("fast"));
  EXPECT_EQ(testing::ValueIn(server.WaitForLine("event=serving"), "codec"),
            "stock");
  server.Signal(SIGTERM);
  EXPECT_EQ(server.WaitForExit(), 0);
}

class CodecTest : public ::testing::TestWithParam<const char*> {};

TEST_P(CodecTest, ServesWithTheCodecItWasGiven) {
  ServerProcess server(Flags({std::string("--codec=") + GetParam()}));
  const std::string line = server.WaitForLine("event=serving");
  EXPECT_EQ(testing::ValueIn(line, "codec"), GetParam());
  const auto stub = Connect("127.0.0.1:" + testing::ValueIn(line, "grpc_port"));
  grpc::ClientContext context;
  GenerateResponse response;
  EXPECT_TRUE(stub->Generate(&context, Request(2000), &response).ok());
  EXPECT_EQ(response.ByteSizeLong(), 540'934u);
  server.Signal(SIGTERM);
  EXPECT_EQ(server.WaitForExit(), 0);
}

INSTANTIATE_TEST_SUITE_P(Codecs, CodecTest,
                         ::testing::Values("stock", "reflective", "generated",
                                           "parity"));

TEST(ServerProcessTest, ServesTheWorkloadSimilarity) {
  ServerProcess server(Flags({"--workload=SIMILARITY", "--codec=generated",
                              "--catalogue-generated-items=5000"}));
  const std::string line = server.WaitForLine("event=serving");
  EXPECT_EQ(testing::ValueIn(line, "workload"), "SIMILARITY");
  const auto stub = Connect("127.0.0.1:" + testing::ValueIn(line, "grpc_port"));
  grpc::ClientContext context;
  GenerateResponse response;
  EXPECT_TRUE(stub->Generate(&context, Request(2000), &response).ok());
  EXPECT_EQ(response.ByteSizeLong(), 540'934u);
  server.Signal(SIGTERM);
  EXPECT_EQ(server.WaitForExit(), 0);
}

// Calls until one fails, and counts.
struct Caller {
  void Run(const std::string& address, std::atomic<int>* succeeded) {
    const auto stub = Connect(address);
    for (;;) {
      grpc::ClientContext context;
      context.set_deadline(std::chrono::system_clock::now() +
                           testing::kPatience);
      GenerateResponse response;
      const grpc::Status status =
          stub->Generate(&context, Request(500), &response);
      if (!status.ok()) {
        failure = status.error_code();
        return;
      }
      if (response.candidates_size() == 500) succeeded->fetch_add(1);
    }
  }

  grpc::StatusCode failure = grpc::StatusCode::OK;
};

TEST(ServerProcessTest, FinishesEveryCallItTookBeforeItStops) {
  ServerProcess server(Flags());
  const std::string address = server.WaitForAddress();
  ASSERT_NE(address, "");
  std::atomic<int> succeeded{0};
  std::vector<Caller> callers(4);
  std::vector<std::thread> threads;
  for (Caller& caller : callers) {
    threads.emplace_back([&] { caller.Run(address, &succeeded); });
  }
  const auto deadline = std::chrono::steady_clock::now() + testing::kPatience;
  while (succeeded < 100 && std::chrono::steady_clock::now() < deadline) {
    std::this_thread::yield();
  }
  server.Signal(SIGTERM);
  for (std::thread& thread : threads) thread.join();
  // A call that comes too late is refused as such, and none is lost: what the
  // server counted, callers have.
  for (const Caller& caller : callers) {
    EXPECT_EQ(caller.failure, grpc::StatusCode::UNAVAILABLE);
  }
  const std::string stopped = server.WaitForLine("event=stopped");
  const int calls = std::stoi("0" + testing::ValueIn(stopped, "calls"));
  const int refused = std::stoi("0" + testing::ValueIn(stopped, "refused"));
  EXPECT_EQ(calls - refused, succeeded);
  EXPECT_EQ(server.WaitForExit(), 0);
}

// A server with a stream under way that its caller does not read.
struct StalledServer {
  explicit StalledServer(const std::string& drain_timeout)
      : server(Flags({"--limits-max-candidates=20000",
                      "--drain-timeout-ms=" + drain_timeout})),
        stream(server.WaitForAddress()) {}

  ServerProcess server;
  testing::StalledStream stream;
};

TEST(ServerProcessTest, SaysWhenTheDrainCutCallsOff) {
  StalledServer stalled("100");
  stalled.server.Signal(SIGTERM);
  EXPECT_EQ(stalled.server.WaitForExit(), 1);
  EXPECT_THAT(stalled.server.log(), HasSubstr("event=failed"));
  EXPECT_THAT(stalled.server.log(), HasSubstr("drain_timeout_ms"));
}

TEST(ServerProcessTest, EndsAtOnceAtTheSecondSignal) {
  StalledServer stalled("3600000");
  stalled.server.Signal(SIGINT);
  ASSERT_NE(stalled.server.WaitForLine("event=draining"), "");
  stalled.server.Signal(SIGTERM);
  EXPECT_EQ(stalled.server.WaitForExit(), 128 + SIGTERM);
}

// A catalogue that never comes: a pipe that nobody writes to.
TEST(ServerProcessTest, CanBeStoppedWhileItStarts) {
  const testing::TempDir dir;
  const std::string pipe = dir.Path("pipe");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  ServerProcess server(Flags({"--catalogue-file", pipe}));
  ASSERT_NE(server.WaitForLine("event=codec"), "");
  server.Signal(SIGTERM);
  EXPECT_EQ(server.WaitForExit(), 128 + SIGTERM);
}

TEST(ServerProcessTest, RefusesAPortInUse) {
  ServerProcess first(Flags());
  const std::string address = first.WaitForAddress();
  ServerProcess second({"--listen-address", address, "--admin-address="});
  EXPECT_EQ(second.WaitForExit(), 1);
  EXPECT_THAT(second.log(), HasSubstr("listen_address: cannot listen on " +
                                      address + ": Address already in use"));
}

struct BadStart {
  std::vector<std::string> flags;
  int exit_code;
  const char* message;
};

class BadStartTest : public ::testing::TestWithParam<BadStart> {};

TEST_P(BadStartTest, EndsWithAMessage) {
  ServerProcess server(Flags(GetParam().flags));
  EXPECT_EQ(server.WaitForExit(), GetParam().exit_code);
  EXPECT_THAT(server.log(), HasSubstr("event=failed"));
  EXPECT_THAT(server.log(), HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Cases, BadStartTest,
    ::testing::Values(
        BadStart{{"--config=/nonexistent"}, 2, "/nonexistent: cannot open"},
        BadStart{{"--kodec=stock"}, 2, "--kodec"},
        BadStart{{"--parity-sample-rate=7"}, 2, "parity_sample_rate: 7"},
        BadStart{{"--catalogue-file=/"}, 1, "catalogue.file: /: is a folder"},
        BadStart{{"--tls-cert-file=/nonexistent", "--tls-key-file=/x"},
                 1,
                 "tls.cert_file: /nonexistent: cannot open"},
        BadStart{{"--port-file=/nonexistent/ports"}, 1, "/nonexistent/ports"}));

TEST(ServerProcessTest, PrintsHelpAndVersion) {
  for (const char* flag : {"--help", "--version"}) {
    ServerProcess server({flag});
    EXPECT_EQ(server.WaitForExit(), 0);
    EXPECT_THAT(server.log(), HasSubstr("backwire-server"));
  }
}

TEST(ServerProcessTest, LogsJsonIfToldTo) {
  ServerProcess server(Flags({"--log-format=JSON"}));
  EXPECT_THAT(server.WaitForLine("\"event\":\"serving\""),
              HasSubstr("\"level\":\"INFO\""));
  server.Signal(SIGTERM);
  EXPECT_EQ(server.WaitForExit(), 0);
}

}  // namespace
}  // namespace backwire::server
