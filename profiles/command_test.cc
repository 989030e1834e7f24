#include "profiles/command.h"

#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "profiles/testing_profile.h"

namespace backwire::profiles {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::internal::CaptureStderr;
using testing::internal::CaptureStdout;
using testing::internal::GetCapturedStderr;
using testing::internal::GetCapturedStdout;

struct Outcome {
  int code = 0;
  std::string out;
  std::string err;
};

// Runs the command line `backwire-profile <words>`.
Outcome RunLine(std::vector<std::string> words) {
  CLI::App line;
  const std::vector<Command> commands = {
      AddSharesCommand(line), AddDiffCommand(line),    AddSavingsCommand(line),
      AddTableCommand(line),  AddPictureCommand(line), AddSlimCommand(line)};
  CaptureStdout();
  CaptureStderr();
  Outcome outcome;
  std::vector<std::string> reversed(words.rbegin(), words.rend());
  try {
    line.parse(reversed);
    for (const Command& command : commands) {
      if (command.app->parsed()) outcome.code = command.run();
    }
  } catch (const CLI::ParseError& error) {
    outcome.code = line.exit(error);
  }
  outcome.out = GetCapturedStdout();
  outcome.err = GetCapturedStderr();
  return outcome;
}

std::string CpuProfile(const std::string& name, int64_t encode,
                       int64_t handler) {
  return ProfileBuilder::Cpu()
      .Add({"backwire::grpc_glue::EncodeStock@s"}, {encode, 0})
      .Add({"backwire::server::Handle@s"}, {handler, 0})
      .Write(name);
}

TEST(DiffCommandTest, TakesTwoProfilesOrTwoSets) {
  const std::string a = CpuProfile("a.pb.gz", 400, 600);
  const std::string b = CpuProfile("b.pb.gz", 100, 900);
  EXPECT_THAT(RunLine({"diff", a, b}).out,
              HasSubstr("1000 samples before, 1000 after"));
  EXPECT_THAT(RunLine({"diff", "--before", a, "--before", a, "--after", b,
                       "--format", "markdown"})
                  .out,
              AllOf(HasSubstr("2000 samples before, 1000 after"),
                    HasSubstr("| encode | 40.00 | 10.00 |")));
}

TEST(DiffCommandTest, FailsWithAReason) {
  const std::string a = CpuProfile("a.pb.gz", 400, 600);
  EXPECT_NE(RunLine({"diff", a}).code, 0);
  const Outcome missing = RunLine({"diff", a, "no/such.pb.gz"});
  EXPECT_EQ(missing.code, 1);
  EXPECT_THAT(missing.err, HasSubstr("no/such.pb.gz: there is no such file"));
  const std::string small = CpuProfile("small.pb.gz", 1, 1);
  EXPECT_EQ(RunLine({"diff", a, small}).code, 1);
  EXPECT_EQ(RunLine({"diff", a, small, "--min-samples=2"}).code, 0);
}

// Without a word of whose they are, the functions of another service count as
// what called them.
TEST(OwnFramesTest, TellTheServicesOwnFunctions) {
  const std::string file =
      ProfileBuilder::Cpu()
          .Add({"shop::Handle(int)@s", "grpc::Run@s"}, {300, 0})
          .Add({"shop::MakeReply@s", "shop::Handle(int)@s", "grpc::Run@s"},
               {200, 0})
          .Write("own.pb.gz");
  const auto shares = [&](std::vector<std::string> more) {
    std::vector<std::string> words = {"shares", "--cpu", file};
    words.insert(words.end(), more.begin(), more.end());
    return RunLine(words).out;
  };
  EXPECT_THAT(shares({}), HasSubstr("transport            100.00 %"));
  EXPECT_THAT(shares({"--handler", "shop::"}),
              HasSubstr("handler              100.00 %"));
  EXPECT_THAT(shares({"--handler=shop::", "--build=shop::Make"}),
              AllOf(HasSubstr("handler               60.00 %"),
                    HasSubstr("build                 40.00 %")));
  EXPECT_THAT(RunLine({"diff", file, file, "--handler=shop::"}).out,
              HasSubstr("handler"));
  EXPECT_NE(RunLine({"shares", "--cpu", file, "--handler="}).code, 0);
}

TEST(PictureCommandTest, DrawsProfilesAndRefusesSmallOnes) {
  const std::string file = CpuProfile("p.pb.gz", 400, 600);
  const Outcome drawn = RunLine({"picture", file, file, "--title", "Two"});
  EXPECT_EQ(drawn.code, 0) << drawn.err;
  EXPECT_THAT(drawn.out, AllOf(HasSubstr("<svg "), HasSubstr(">Two</text>"),
                               HasSubstr("<title>encode 40.0 %")));
  const Outcome small = RunLine({"picture", file, "--min-samples=1001"});
  EXPECT_EQ(small.code, 1);
  EXPECT_THAT(small.err, HasSubstr("fewer samples"));
}

TEST(SlimCommandTest, WritesAProfileOfTheSameShares) {
  const std::string file = CpuProfile("p.pb.gz", 400, 600);
  const std::string slim = TestFolder() + "/slim.pb.gz";
  const Outcome done = RunLine({"slim", file, "--output", slim});
  EXPECT_EQ(done.code, 0) << done.err;
  EXPECT_EQ(RunLine({"shares", "--cpu", slim}).out,
            RunLine({"shares", "--cpu", file}).out);
  EXPECT_EQ(RunLine({"slim", "no/such", "--output", slim}).code, 1);
  EXPECT_THAT(RunLine({"slim", file, "--output", "/no/such/x"}).err,
              HasSubstr("/no/such/x: the file cannot be written"));
}

TEST(SavingsCommandTest, ReadsTablesAndSpeedups) {
  const std::string cores = WriteTestFile(
      "cores.csv", "workload,cores,encode_share\na,100,50%\nb,10,\n");
  const std::string shares = WriteTestFile(
      "shares.json",
      RunLine({"shares", "--json", "--cpu", CpuProfile("a.pb.gz", 400, 600)})
          .out);
  const Outcome outcome =
      RunLine({"savings", "--cores", cores, "--caller-cores", cores,
               "--encode-speedup=2", "--shares", shares, "--format=csv"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("\nservice,a,100,0.5,2,25,"));
  EXPECT_THAT(outcome.out, HasSubstr("\nservice,b,10,0.4,2,2,"));
  EXPECT_THAT(outcome.out, HasSubstr("\ncallers,total,110,"));
}

TEST(SavingsCommandTest, MeasuresSpeedups) {
  const std::string cores =
      WriteTestFile("cores.csv", "workload,cores,decode_share\na,100,50%\n");
  const std::string benchmarks = WriteTestFile(
      "bench.json",
      R"({"benchmarks": [{"name": "D/old", "cpu_time": 4, "time_unit": "ms"},
                         {"name": "D/new", "cpu_time": 1, "time_unit": "ms"}]})");
  const Outcome outcome =
      RunLine({"savings", "--cores", cores, "--benchmarks", benchmarks,
               "--decode-benchmark", "D", "--from", "old", "--to", "new"});
  EXPECT_THAT(outcome.out, HasSubstr("100.0 × 50.00 % × (1 − 1 / 4) | 37.50"));
  EXPECT_THAT(outcome.out, HasSubstr("D: old 4.000 ms, new 1.000 ms"));
}

TEST(SavingsCommandTest, FailsWithAReason) {
  const std::string cores =
      WriteTestFile("cores.csv", "workload,cores,encode_share\na,100,50\n");
  for (const auto& [words, error] :
       std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"--cores", cores}, "give a speed-up"},
           {{"--encode-speedup=2"}, "give a table"},
           {{"--encode-speedup=0", "--cores", cores}, "--encode-speedup"},
           {{"--encode-speedup=2", "--encode-benchmark=E"}, "give either"},
           {{"--encode-benchmark=E"}, "needs a file by --benchmarks"},
           {{"--encode-speedup=2", "--cores", cores},
            "cores.csv, line 2: column \"encode_share\": \"50\""}}) {
    std::vector<std::string> line = {"savings"};
    line.insert(line.end(), words.begin(), words.end());
    const Outcome outcome = RunLine(line);
    EXPECT_NE(outcome.code, 0) << error;
    EXPECT_THAT(outcome.err, HasSubstr(error));
  }
}

}  // namespace
}  // namespace backwire::profiles
