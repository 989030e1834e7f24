#include "client/flags/flags.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <initializer_list>
#include <vector>

#include "client/flags/option_adder.h"
#include "client/plan/exit_code.h"

namespace backwire::client {
namespace {

Command Parse(std::initializer_list<const char*> arguments) {
  std::vector<const char*> argv = {"backwire-client"};
  argv.insert(argv.end(), arguments);
  return ParseCommandLine(static_cast<int>(argv.size()), argv.data());
}

LoadPlan ParsedLoad(std::initializer_list<const char*> arguments) {
  const Command command = Parse(arguments);
  EXPECT_EQ(command.kind, Command::kLoad) << command.text;
  return command.load;
}

std::string UsageText(std::initializer_list<const char*> arguments) {
  const Command command = Parse(arguments);
  EXPECT_EQ(command.kind, Command::kExit);
  EXPECT_EQ(command.exit_code, kExitUsage);
  return command.text;
}

TEST(FlagsTest, NothingGivesTheDefaultPlan) {
  const LoadPlan plan = ParsedLoad({});
  EXPECT_EQ(plan.connection.targets,
            std::vector<std::string>{"127.0.0.1:50051"});
  EXPECT_FALSE(plan.pace.open_loop());
  EXPECT_EQ(plan.pace.duration, absl::Seconds(10));
  EXPECT_EQ(plan.request.candidates, 2000);
  EXPECT_FALSE(plan.output.progress.has_value());
}

TEST(FlagsTest, TakesTheFormsOfAResponse) {
  for (const auto& [flag, form] :
       {std::pair("--receive=heap", Receive::kHeap),
        std::pair("--receive=arena", Receive::kArena),
        std::pair("--receive=view", Receive::kView),
        std::pair("--receive=raw", Receive::kRaw)}) {
    EXPECT_EQ(ParsedLoad({"--target=a:1", flag}).request.receive, form);
  }
}

TEST(FlagsTest, FillsThePlan) {
  const LoadPlan plan =
      ParsedLoad({"--target=a:1",    "--target",          "b:2,c:3",
                  "--rpc=stream",    "--candidates=50",   "--chunk-size=7",
                  "--users=3",       "--concurrency=4",   "--duration=1m30s",
                  "--warmup=2s",     "--connections=5",   "--deadline=250ms",
                  "--receive=raw",   "--codec=generated", "--verify",
                  "--json=out.json", "--progress=0",      "--metadata=a:b:c",
                  "--metadata=d:",   "--quiet",           "--name=run 1"});
  EXPECT_EQ(plan.connection.targets,
            (std::vector<std::string>{"a:1", "b:2", "c:3"}));
  EXPECT_EQ(plan.connection.connections, 5);
  EXPECT_EQ(plan.request.rpc, Rpc::kStream);
  EXPECT_EQ(plan.request.chunk_size, 7);
  EXPECT_EQ(plan.request.users, 3);
  EXPECT_EQ(plan.request.deadline, absl::Milliseconds(250));
  EXPECT_EQ(plan.request.receive, Receive::kRaw);
  EXPECT_EQ(plan.request.metadata,
            (std::vector<std::pair<std::string, std::string>>{{"a", "b:c"},
                                                              {"d", ""}}));
  EXPECT_EQ(plan.pace.concurrency, 4);
  EXPECT_EQ(plan.pace.duration, absl::Seconds(90));
  EXPECT_EQ(plan.pace.warmup, absl::Seconds(2));
  EXPECT_EQ(plan.codec, "generated");
  EXPECT_TRUE(plan.verify.enabled);
  EXPECT_TRUE(plan.output.quiet);
  EXPECT_EQ(plan.output.progress, absl::ZeroDuration());
  EXPECT_EQ(plan.output.name, "run 1");
}

TEST(FlagsTest, ARateMakesAnOpenLoop) {
  const LoadPlan plan = ParsedLoad({"--rate=200", "--duration=3s"});
  ASSERT_TRUE(plan.pace.open_loop());
  EXPECT_EQ(FormatSchedule(plan.pace.schedule), "200@3s");
}

TEST(FlagsTest, ACountReplacesTheDuration) {
  const LoadPlan closed = ParsedLoad({"--count=7"});
  EXPECT_EQ(closed.pace.count, 7);
  EXPECT_EQ(closed.pace.duration, absl::ZeroDuration());
  const LoadPlan open = ParsedLoad({"--count=7", "--rate=10"});
  EXPECT_TRUE(open.pace.open_loop());
  EXPECT_EQ(open.pace.count, 7);
}

TEST(FlagsTest, AScheduleHasItsOwnDurations) {
  const LoadPlan plan = ParsedLoad({"--schedule=10@1s,10-50@2s"});
  EXPECT_EQ(plan.pace.duration, absl::Seconds(3));
  EXPECT_EQ(plan.pace.schedule.size(), 2u);
  UsageText({"--schedule=10@1s", "--rate=5"});
  UsageText({"--schedule=10@1s", "--duration=5s"});
  UsageText({"--schedule=10@1s", "--count=5"});
}

TEST(FlagsTest, RefusesBadValuesByName) {
  EXPECT_NE(UsageText({"--deadline=5"}).find("--deadline"), std::string::npos);
  EXPECT_NE(UsageText({"--rpc=push"}).find("generate|stream"),
            std::string::npos);
  EXPECT_NE(UsageText({"--bogus"}).find("--bogus"), std::string::npos);
  EXPECT_NE(UsageText({"--metadata=nothing"}).find("KEY:VALUE"),
            std::string::npos);
  UsageText({"--count=5", "--duration=5s"});
  UsageText({"--candidates=99999999999999999999"});
  UsageText({"--rate=-1"});
  UsageText({"--rate=nan"});
  UsageText({"--count=-1"});
  UsageText({"--duration=-1s"});
  UsageText({"stray"});
}

TEST(FlagsTest, ReadsTheEnvironmentAndLetsFlagsWin) {
  setenv("BACKWIRE_CLIENT_TARGET", "env:1,env:2", 1);
  setenv("BACKWIRE_CLIENT_CONCURRENCY", "3", 1);
  setenv("BACKWIRE_CLIENT_VERIFY", "true", 1);
  setenv("BACKWIRE_CLIENT_DURATION", "7s", 1);
  const LoadPlan plan = ParsedLoad({"--concurrency=5"});
  EXPECT_EQ(plan.connection.targets,
            (std::vector<std::string>{"env:1", "env:2"}));
  EXPECT_EQ(plan.pace.concurrency, 5);
  EXPECT_EQ(plan.pace.duration, absl::Seconds(7));
  EXPECT_TRUE(plan.verify.enabled);
  setenv("BACKWIRE_CLIENT_DURATION", "soon", 1);
  EXPECT_NE(UsageText({}).find("soon"), std::string::npos);
  for (const char* name :
       {"BACKWIRE_CLIENT_TARGET", "BACKWIRE_CLIENT_CONCURRENCY",
        "BACKWIRE_CLIENT_VERIFY", "BACKWIRE_CLIENT_DURATION"}) {
    unsetenv(name);
  }
}

TEST(FlagsTest, NamesEnvironmentVariablesAfterFlags) {
  EXPECT_EQ(EnvironmentName("--max-in-flight"),
            "BACKWIRE_CLIENT_MAX_IN_FLIGHT");
}

TEST(FlagsTest, HelpGoesToStdoutWithSuccess) {
  const Command command = Parse({"--help"});
  EXPECT_EQ(command.kind, Command::kExit);
  EXPECT_EQ(command.exit_code, kExitOk);
  EXPECT_NE(command.text.find("--concurrency"), std::string::npos);
  EXPECT_NE(command.text.find("BACKWIRE_CLIENT_RATE"), std::string::npos);
}

TEST(FlagsTest, ProbeHasItsOwnPlan) {
  const Command command =
      Parse({"probe", "--target=h:9", "--service=a.B", "--timeout=300ms"});
  ASSERT_EQ(command.kind, Command::kProbe) << command.text;
  EXPECT_EQ(command.probe.connection.targets, std::vector<std::string>{"h:9"});
  EXPECT_EQ(command.probe.service, "a.B");
  EXPECT_EQ(command.probe.timeout, absl::Milliseconds(300));
  UsageText({"probe", "--timeout=0s"});
  UsageText({"probe", "--target=h"});
}

TEST(FlagsTest, CompareTakesTwoFiles) {
  const Command command = Parse({"compare", "a.json", "b.json"});
  ASSERT_EQ(command.kind, Command::kCompare) << command.text;
  EXPECT_EQ(command.compare.files,
            (std::vector<std::string>{"a.json", "b.json"}));
  UsageText({"compare", "a.json"});
  UsageText({"compare", "a.json", "b.json", "c.json"});
}

}  // namespace
}  // namespace backwire::client
