// The client as its users run it: a process with flags, signals, files and an
// exit code, against a server in this process.
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "client/plan/exit_code.h"
#include "client/testing/silent_listener.h"
#include "client/testing/subprocess.h"
#include "client/testing/test_server.h"

namespace backwire::client {
namespace {

class ClientProcessTest : public testing::Test {
 protected:
  ClientProcessTest() {
    char name[] = "/tmp/backwire_client_test_XXXXXX";
    folder_ = mkdtemp(name);
  }
  ~ClientProcessTest() override { std::filesystem::remove_all(folder_); }

  std::vector<std::string> Arguments(
      std::initializer_list<std::string> more) const {
    std::vector<std::string> argv = {BACKWIRE_CLIENT_BINARY};
    argv.insert(argv.end(), more);
    return argv;
  }

  std::string File(const std::string& name) const {
    return folder_ + "/" + name;
  }

  std::string Read(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(File(name)).rdbuf();
    return text.str();
  }

  void Write(const std::string& name, const std::string& text) const {
    std::ofstream(File(name)) << text;
  }

  std::string folder_;
};

void ExpectContains(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << part << " in:\n" << text;
}

TEST_F(ClientProcessTest, RunsVerifiesAndReports) {
  TestServer server;
  Subprocess client(Arguments(
      {"--target=" + server.target(), "--count=30", "--candidates=20",
       "--verify", "--codec=generated", "--json=" + File("result.json")}));
  EXPECT_EQ(client.Wait(), kExitOk) << client.err();
  ExpectContains(client.out(), "30 ok, 0 failed");
  ExpectContains(client.out(), "every response was the expected one");
  const nlohmann::json json = nlohmann::json::parse(Read("result.json"));
  EXPECT_EQ(json["calls"]["ok"], 30);
  EXPECT_EQ(json["codec"], "generated");
  EXPECT_EQ(json["exit_code"], kExitOk);
}

TEST_F(ClientProcessTest, WritesAllReportsAndComparesThem) {
  TestServer server;
  Subprocess client(
      Arguments({"--target=" + server.target(),
                 "--schedule=100@100ms,200@100ms", "--candidates=20", "--quiet",
                 "--json=" + File("a.json"), "--csv=" + File("a.csv"),
                 "--markdown=" + File("a.md"), "--html=" + File("a.html")}));
  EXPECT_EQ(client.Wait(), kExitOk) << client.err();
  EXPECT_EQ(client.out(), "");
  ExpectContains(Read("a.csv"), "latency_p99_99_ns");
  ExpectContains(Read("a.md"), "| calls ok | 30 |");
  ExpectContains(Read("a.html"), "<svg");
  Subprocess same(Arguments({"compare", File("a.json"), File("a.json")}));
  EXPECT_EQ(same.Wait(), kExitOk) << same.err();
  ExpectContains(same.out(), "| calls ok | 30 | 30 | 1.000x |");
  Subprocess wrong(Arguments({"compare", File("a.json"), File("a.csv")}));
  EXPECT_EQ(wrong.Wait(), kExitUsage);
  ExpectContains(wrong.err(), "a.csv: not a JSON object");
}

TEST_F(ClientProcessTest, CountsTheConnectionsThatReallyStand) {
  TestServer first, second;
  Subprocess client(
      Arguments({"--target=" + first.target() + "," + second.target(),
                 "--connections=3", "--count=30", "--candidates=20",
                 "--json=" + File("a.json"), "--csv=" + File("a.csv")}));
  EXPECT_EQ(client.Wait(), kExitOk) << client.err();
  EXPECT_EQ(first.peers().size() + second.peers().size(), 6u);
  ExpectContains(client.out(), second.target() + " over 6 connections\n");
  const nlohmann::json json = nlohmann::json::parse(Read("a.json"));
  EXPECT_EQ(json["connections"]["at_start"], 6);
  EXPECT_EQ(json["connections"]["at_end"], 6);
  ExpectContains(Read("a.csv"), ",connections,");
}

TEST_F(ClientProcessTest, SaysThatConnectionsWereLost) {
  TestServer server;
  Subprocess client(Arguments({"--target=" + server.target(), "--duration=1h",
                               "--candidates=20", "--stall-timeout=2s"}));
  ASSERT_TRUE(server.WaitForCalls(20));
  server.Kill();
  EXPECT_EQ(client.Wait(), kExitFailed);
  ExpectContains(client.out(), " over 1 connection, 0 at the end\n");
}

TEST_F(ClientProcessTest, SendsBytesAsMetadata) {
  TestServer server;
  const std::string bytes("\0\n\xff@", 4);
  Write("value", bytes);
  Subprocess client(
      Arguments({"--target=" + server.target(), "--count=1", "--candidates=20",
                 "--metadata=text-bin:AAr/QA==",
                 "--metadata=file-bin:@" + File("value")}));
  EXPECT_EQ(client.Wait(), kExitOk) << client.err();
  EXPECT_EQ(server.last_metadata("text-bin"), bytes);
  EXPECT_EQ(server.last_metadata("file-bin"), bytes);
}

// One call each 10 ms. Of the 1,000 of the run, 50 are due while the server is
// stopped, and the latency of the one that is due n ms after the stop is at
// least 500 - n. So the 11 worst, where p99 is, have 390 ms and more; the worst
// has 490 ms. One call at a time: a client that counted from the time at which
// it sent, not from that at which it was to send, would show one slow call.
TEST_F(ClientProcessTest, AStopOfTheServerShowsInThePercentiles) {
  Subprocess server({BACKWIRE_TEST_SERVER_BINARY});
  const std::string port = server.WaitForLine("port ");
  Subprocess client(
      Arguments({"--target=127.0.0.1:" + port, "--rate=100", "--duration=10s",
                 "--candidates=20", "--receive=raw", "--max-in-flight=1",
                 "--json=" + File("a.json")}));
  server.WaitForLine("called");
  server.Signal(SIGSTOP);
  server.WaitUntilStopped();
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  server.Signal(SIGCONT);
  ASSERT_EQ(client.Wait(), kExitOk) << client.err();
  const nlohmann::json json = nlohmann::json::parse(Read("a.json"));
  EXPECT_EQ(json["calls"]["ok"], 1000);
  EXPECT_EQ(json["calls"]["skipped"], 0);
  const nlohmann::json& latency = json["latency_ns"]["percentiles"];
  EXPECT_GE(latency["p99"], 390'000'000);
  EXPECT_GE(latency["p99.9"], 480'000'000);
  EXPECT_GE(json["latency_ns"]["max"], 490'000'000);
}

TEST_F(ClientProcessTest, AWrongResponseFailsTheRun) {
  TestServer server;
  server.CorruptResponses();
  Subprocess client(Arguments({"--target=" + server.target(), "--count=5",
                               "--candidates=20", "--verify"}));
  EXPECT_EQ(client.Wait(), kExitFailed);
  ExpectContains(client.out(), "WRONG");
}

TEST_F(ClientProcessTest, FailedCallsFailTheRun) {
  TestServer server;
  server.FailNext(1, 3, "candidate_count 20: at most 10");
  Subprocess client(Arguments(
      {"--target=" + server.target(), "--count=5", "--candidates=20"}));
  EXPECT_EQ(client.Wait(), kExitFailed);
  ExpectContains(client.out(),
                 "1 INVALID_ARGUMENT: candidate_count 20: at most 10");
}

TEST_F(ClientProcessTest, ASignalEndsTheRunWithASummary) {
  for (int signal : {SIGINT, SIGTERM}) {
    TestServer server;
    Subprocess client(
        Arguments({"--target=" + server.target(), "--duration=1h",
                   "--candidates=20", "--json=" + File("part.json")}));
    ASSERT_TRUE(server.WaitForCalls(20));
    client.Signal(signal);
    EXPECT_EQ(client.Wait(), kExitInterrupted) << client.err();
    ExpectContains(client.out(), "INTERRUPTED");
    ExpectContains(client.out(), "0 failed");
    const nlohmann::json json = nlohmann::json::parse(Read("part.json"));
    EXPECT_EQ(json["stop_reason"], "interrupted");
    EXPECT_GT(json["calls"]["ok"], 0);
  }
}

TEST_F(ClientProcessTest, ASignalEndsARunAgainstAStalledServer) {
  TestServer server;
  server.Hold();
  Subprocess client(Arguments({"--target=" + server.target(), "--duration=1h",
                               "--candidates=20", "--concurrency=3",
                               "--deadline=1h", "--stall-timeout=1h"}));
  ASSERT_TRUE(server.WaitForCalls(3));
  client.Signal(SIGINT);
  EXPECT_EQ(client.Wait(), kExitInterrupted) << client.err();
  ExpectContains(client.out(), "3 cut off at the end");
}

TEST_F(ClientProcessTest, ASecondSignalEndsItAtOnce) {
  TestServer server;
  server.Hold();
  Subprocess client(Arguments({"--target=" + server.target(), "--duration=1h",
                               "--candidates=20", "--deadline=1h"}));
  ASSERT_TRUE(server.WaitForCalls(1));
  client.Signal(SIGINT);
  client.Signal(SIGTERM);
  const int exit_code = client.Wait();
  EXPECT_TRUE(exit_code == 128 + SIGINT || exit_code == 128 + SIGTERM)
      << exit_code;
}

TEST_F(ClientProcessTest, GivesUpOnAStalledServer) {
  TestServer server;
  server.Hold();
  Subprocess client(Arguments({"--target=" + server.target(), "--count=1000",
                               "--candidates=20", "--stall-timeout=300ms"}));
  EXPECT_EQ(client.Wait(), kExitFailed);
  ExpectContains(client.out(), "GIVEN UP");
  ExpectContains(client.out(), "no call succeeded for 300ms");
}

TEST_F(ClientProcessTest, SaysThatAServerDiedInTheMiddle) {
  TestServer server;
  Subprocess client(Arguments({"--target=" + server.target(), "--duration=1h",
                               "--candidates=20", "--stall-timeout=500ms"}));
  ASSERT_TRUE(server.WaitForCalls(20));
  server.Kill();
  EXPECT_EQ(client.Wait(), kExitFailed);
  ExpectContains(client.out(), "UNAVAILABLE");
  ExpectContains(client.out(), "GIVEN UP");
}

TEST_F(ClientProcessTest, SaysThatThereIsNoServer) {
  std::string target;
  {
    TestServer server;
    target = server.target();
  }
  Subprocess client(
      Arguments({"--target=" + target, "--connect-timeout=300ms"}));
  EXPECT_EQ(client.Wait(), kExitNotConnected);
  ExpectContains(client.err(), "cannot connect to " + target);
  ExpectContains(client.err(), "refused");
}

TEST_F(ClientProcessTest, SaysThatAListenerIsNoGrpcServer) {
  SilentListener listener;
  Subprocess client(
      Arguments({"--target=" + listener.target(), "--connect-timeout=300ms"}));
  EXPECT_EQ(client.Wait(), kExitNotConnected);
  ExpectContains(client.err(), "cannot connect to " + listener.target());
  ExpectContains(client.err(), "is it a gRPC server");
}

TEST_F(ClientProcessTest, WaitsForAServerThatIsStillStarting) {
  std::optional<SilentListener> listener(std::in_place);
  TestServerOptions options;
  options.port = listener->port();
  Subprocess client(Arguments({"--target=" + listener->target(), "--count=5",
                               "--candidates=20", "--connect-timeout=20s"}));
  listener->HangUpOnOne();
  listener.reset();
  TestServer server(options);
  EXPECT_EQ(client.Wait(), kExitOk) << client.err();
}

TEST_F(ClientProcessTest, ASignalEndsTheWaitForAServer) {
  SilentListener listener;
  Subprocess client(
      Arguments({"--target=" + listener.target(), "--connect-timeout=10m"}));
  listener.HangUpOnOne();
  client.Signal(SIGINT);
  EXPECT_EQ(client.Wait(), kExitInterrupted) << client.err();
}

#ifdef BACKWIRE_HAVE_GPERFTOOLS
TEST_F(ClientProcessTest, WritesACpuProfileOfItselfWhenAsked) {
  TestServer server;
  setenv("CPUPROFILE", File("cpu.prof").c_str(), 1);
  setenv("TCMALLOC_STACKTRACE_METHOD", "libgcc", 1);
  Subprocess client(Arguments(
      {"--target=" + server.target(), "--duration=1h", "--candidates=500"}));
  unsetenv("CPUPROFILE");
  unsetenv("TCMALLOC_STACKTRACE_METHOD");
  ASSERT_TRUE(server.WaitForCalls(100));
  client.Signal(SIGTERM);
  EXPECT_EQ(client.Wait(), kExitInterrupted) << client.err();
  // The header's five words and at least one sample.
  EXPECT_GT(Read("cpu.prof").size(), 100u);
}
#endif

TEST_F(ClientProcessTest, RefusesWhatItCannotUse) {
  Write("bad.jsonl", "{\"user_id\": \"a\"}\n{\"user\": 1}\n");
  Write("empty.jsonl", "\n");
  const struct {
    std::vector<std::string> arguments;
    int exit_code;
    std::string text;
  } cases[] = {
      {{"--concurrency=0"}, kExitUsage, "--concurrency=0"},
      {{"--requests=" + File("none")}, kExitUsage, "cannot be read"},
      {{"--requests=" + File("bad.jsonl")}, kExitUsage, "bad.jsonl:2:"},
      {{"--requests=" + File("empty.jsonl")}, kExitUsage, "no request"},
      {{"--verify", "--candidates=30000"}, kExitUsage, "20000 items"},
      {{"--metadata=a-bin:?"}, kExitUsage, "--metadata=a-bin: a key"},
      {{"--metadata=a-bin:@" + File("none")}, kExitUsage, "cannot be read"},
      {{"--metadata=a-bin:@" + File("")}, kExitUsage, "cannot be read"},
      {{"--tls", "--tls-ca=" + File("none")}, kExitUsage, "--tls-ca"},
      {{"--json=" + File("none/x")}, kExitOutput, "none/x"},
  };
  for (const auto& each : cases) {
    std::vector<std::string> argv = {BACKWIRE_CLIENT_BINARY};
    argv.insert(argv.end(), each.arguments.begin(), each.arguments.end());
    Subprocess client(argv);
    EXPECT_EQ(client.Wait(), each.exit_code) << each.text;
    ExpectContains(client.err(), each.text);
  }
}

TEST_F(ClientProcessTest, SendsTheRequestsOfAFile) {
  TestServer server;
  Write("requests.jsonl",
        "{\"user_id\": \"a\", \"candidate_count\": 3}\n"
        "{\"user_id\": \"b\", \"candidateCount\": 5}\n");
  Subprocess client(
      Arguments({"--target=" + server.target(), "--count=6",
                 "--requests=" + File("requests.jsonl"), "--verify"}));
  EXPECT_EQ(client.Wait(), kExitOk) << client.out() << client.err();
}

TEST_F(ClientProcessTest, ProbeTellsHealthByItsExitCode) {
  TestServer server;
  const std::string target = "--target=" + server.target();
  EXPECT_EQ(Subprocess(Arguments({"probe", target})).Wait(), kExitOk);
  EXPECT_EQ(Subprocess(Arguments({"probe", target, "--service=x.Y"})).Wait(),
            kExitFailed);
  server.SetServing(false);
  Subprocess not_serving(Arguments({"probe", target}));
  EXPECT_EQ(not_serving.Wait(), kExitFailed);
  ExpectContains(not_serving.err(), "NOT_SERVING");
  server.Kill();
  EXPECT_EQ(Subprocess(Arguments({"probe", target})).Wait(), kExitNotConnected);
  EXPECT_EQ(Subprocess(Arguments({"probe", "--target=nonsense"})).Wait(),
            kExitUsage);
}

TEST_F(ClientProcessTest, ProbeIsBoundedAgainstASilentListener) {
  SilentListener listener;
  Subprocess probe(
      Arguments({"probe", "--target=" + listener.target(), "--timeout=300ms"}));
  EXPECT_EQ(probe.Wait(), kExitNotConnected);
  ExpectContains(probe.err(), "no answer in time");
}

TEST_F(ClientProcessTest, ProbeSaysThatThereIsNoHealthService) {
  TestServerOptions options;
  options.health = false;
  TestServer server(options);
  Subprocess probe(Arguments({"probe", "--target=" + server.target()}));
  EXPECT_EQ(probe.Wait(), kExitFailed);
  ExpectContains(probe.err(), "no health service");
}

class ClientTlsTest : public ClientProcessTest {
 protected:
  // Makes NAME.key and NAME.pem, a certificate for "localhost" that signs
  // itself.
  void MakeCertificate(const std::string& name) {
    Subprocess openssl({"/usr/bin/openssl", "req", "-x509", "-newkey", "ec",
                        "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                        "-days", "1", "-subj", "/CN=localhost", "-addext",
                        "subjectAltName=DNS:localhost", "-keyout",
                        File(name + ".key"), "-out", File(name + ".pem")});
    ASSERT_EQ(openssl.Wait(), 0) << openssl.err();
  }

  // A server with the certificate "server".
  TestServerOptions TlsOptions(const std::string& client_root) const {
    TestServerOptions options;
    options.tls_key = Read("server.key");
    options.tls_cert = Read("server.pem");
    options.tls_client_root = client_root;
    return options;
  }
};

TEST_F(ClientTlsTest, ConnectsOnlyToAServerThatItTrusts) {
  MakeCertificate("server");
  MakeCertificate("other");
  TestServer server(TlsOptions(""));
  const std::string target = "--target=" + server.target();
  Subprocess good(Arguments({target, "--tls", "--tls-ca=" + File("server.pem"),
                             "--tls-server-name=localhost", "--count=5",
                             "--candidates=20"}));
  EXPECT_EQ(good.Wait(), kExitOk) << good.err();
  Subprocess stranger(
      Arguments({target, "--tls", "--tls-ca=" + File("other.pem"), "--count=5",
                 "--tls-server-name=localhost", "--connect-timeout=300ms"}));
  EXPECT_EQ(stranger.Wait(), kExitNotConnected);
  Subprocess plain(Arguments({target, "--count=5", "--connect-timeout=300ms"}));
  EXPECT_EQ(plain.Wait(), kExitNotConnected);
}

TEST_F(ClientTlsTest, ShowsItsCertificate) {
  MakeCertificate("server");
  MakeCertificate("client");
  TestServer server(TlsOptions(Read("client.pem")));
  const std::vector<std::string> arguments = Arguments(
      {"--target=" + server.target(), "--tls", "--tls-ca=" + File("server.pem"),
       "--tls-server-name=localhost", "--count=5", "--candidates=20",
       "--connect-timeout=1s"});
  std::vector<std::string> with_certificate = arguments;
  with_certificate.push_back("--tls-cert=" + File("client.pem"));
  with_certificate.push_back("--tls-key=" + File("client.key"));
  Subprocess good(with_certificate);
  EXPECT_EQ(good.Wait(), kExitOk) << good.err();
  Subprocess anonymous(arguments);
  EXPECT_NE(anonymous.Wait(), kExitOk);
}

}  // namespace
}  // namespace backwire::client
