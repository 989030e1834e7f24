// Runs protoc with the plugin: what it writes is compared with golden/, which
// `plugin_test --update` rewrites.
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "gtest/gtest.h"

namespace backwire::plugin {
namespace {

namespace fs = std::filesystem;

bool g_update = false;
std::string g_program;

constexpr char kInserted[] = "// Inserted by protoc-gen-backwire";
constexpr char kInsertionPoint[] = "// @@protoc_insertion_point(global_scope)";

struct Outcome {
  int exit_code;
  std::string output;  // stdout and stderr
};

Outcome RunCommand(const std::string& command) {
  FILE* const pipe = popen((command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) return {-1, "cannot run " + command};
  Outcome outcome{0, ""};
  char chunk[4096];
  for (size_t n; (n = fread(chunk, 1, sizeof(chunk), pipe)) > 0;) {
    outcome.output.append(chunk, n);
  }
  outcome.exit_code = WEXITSTATUS(pclose(pipe));
  return outcome;
}

std::string Read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file.good()) << "cannot read " << path;
  return std::string(std::istreambuf_iterator<char>(file), {});
}

void Write(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

// What the plugin put into a file of stock's; "" if nothing.
std::string InsertedInto(const fs::path& path) {
  const std::string text = Read(path);
  const size_t begin = text.find(kInserted);
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find(kInsertionPoint, begin) - begin);
}

class PluginTest : public ::testing::Test {
 protected:
  PluginTest() {
    std::string pattern =
        (fs::temp_directory_path() / "backwire_plugin_XXXXXX").string();
    if (mkdtemp(pattern.data()) != nullptr) folder_ = pattern;
  }
  ~PluginTest() override {
    if (!folder_.empty()) fs::remove_all(folder_);
  }
  void SetUp() override { ASSERT_FALSE(folder_.empty()); }

  // Runs protoc over a file below `import`, with output to the test's `out`.
  Outcome Protoc(const fs::path& import, const std::string& file,
                 const std::string& out, const std::string& options = "") {
    const fs::path dir = folder_ / out;
    fs::create_directories(dir);
    return RunCommand("'" BACKWIRE_PROTOC
                      "' --plugin=protoc-gen-backwire='" BACKWIRE_PLUGIN
                      "' -I'" +
                      import.string() + "' --cpp_out='" + dir.string() +
                      "' --backwire_out=" + options + ":'" + dir.string() +
                      "' '" + file + "'");
  }

  // The same for a file that the test writes.
  Outcome ProtocOn(const std::string& file, const std::string& text,
                   const std::string& options = "") {
    Write(folder_ / "in" / file, text);
    return Protoc(folder_ / "in", file, "out", options);
  }

  fs::path folder_;
};

void ExpectGolden(const fs::path& golden, const std::string& actual) {
  if (g_update) return Write(golden, actual);
  EXPECT_EQ(Read(golden), actual)
      << golden << " is not what the plugin writes; if it should be, run "
      << g_program << " --update";
}

class GoldenTest : public PluginTest,
                   public ::testing::WithParamInterface<const char*> {};

TEST_P(GoldenTest, WritesWhatIsExpected) {
  const std::string stem = GetParam();
  const fs::path golden = BACKWIRE_GOLDEN_DIR;
  const Outcome outcome = Protoc(golden, stem + ".proto", "out");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.output;
  const fs::path out = folder_ / "out";
  ExpectGolden(golden / (stem + ".backwire.cc"),
               Read(out / (stem + ".backwire.cc")));
  ExpectGolden(golden / (stem + ".pb.h.inserted"),
               InsertedInto(out / (stem + ".pb.h")));
  ExpectGolden(golden / (stem + ".pb.cc.inserted"),
               InsertedInto(out / (stem + ".pb.cc")));
}

TEST_P(GoldenTest, WritesTheSameEveryTime) {
  const std::string stem = GetParam();
  for (const char* out : {"one", "two"}) {
    ASSERT_EQ(Protoc(BACKWIRE_GOLDEN_DIR, stem + ".proto", out).exit_code, 0);
  }
  for (const char* suffix : {".backwire.cc", ".pb.h", ".pb.cc"}) {
    EXPECT_EQ(Read(folder_ / "one" / (stem + suffix)),
              Read(folder_ / "two" / (stem + suffix)));
  }
}

INSTANTIATE_TEST_SUITE_P(Samples, GoldenTest,
                         ::testing::Values("sample2", "sample3"));

constexpr char kSmallFile[] =
    "syntax = \"proto3\"; message M { int32 number = 1; }";

TEST_F(PluginTest, RefusesUnknownOptionsAndNamesTheKnownOnes) {
  for (const char* options : {"seam=tcp", "speed=fast", "seam"}) {
    const Outcome outcome = ProtocOn("m.proto", kSmallFile, options);
    EXPECT_NE(outcome.exit_code, 0) << options;
    EXPECT_NE(outcome.output.find(options), std::string::npos)
        << outcome.output;
    EXPECT_NE(outcome.output.find("seam=grpc and seam=none"), std::string::npos)
        << outcome.output;
  }
}

TEST_F(PluginTest, LeavesGrpcOutWhereItIsTold) {
  ASSERT_EQ(ProtocOn("m.proto", kSmallFile, "seam=grpc").exit_code, 0);
  EXPECT_NE(Read(folder_ / "out/m.pb.h").find("grpc"), std::string::npos);
  ASSERT_EQ(ProtocOn("m.proto", kSmallFile, "seam=none").exit_code, 0);
  const std::string header = Read(folder_ / "out/m.pb.h");
  EXPECT_EQ(header.find("grpc"), std::string::npos);
  EXPECT_NE(header.find("MessageCodec<::M>"), std::string::npos);
}

TEST_F(PluginTest, LeavesLiteFilesAsStockHasThem) {
  const std::string lite =
      "syntax = \"proto3\"; option optimize_for = LITE_RUNTIME;"
      "message M { int32 number = 1; }";
  ASSERT_EQ(ProtocOn("m.proto", lite).exit_code, 0);
  EXPECT_EQ(InsertedInto(folder_ / "out/m.pb.h"), "");
  EXPECT_EQ(InsertedInto(folder_ / "out/m.pb.cc"), "");
  // Build rules expect the file all the same.
  EXPECT_NE(Read(folder_ / "out/m.backwire.cc").find("M is left to stock"),
            std::string::npos);
}

TEST_F(PluginTest, LeavesFilesWhoseNamesAreTakenToStock) {
  Write(folder_ / "in/taken.proto", "syntax = \"proto3\"; message backwire {}");
  for (const char* text :
       {"message backwire {}", "enum E { grpc = 0; } message M {}",
        "package backwire; message MessageCodec {}",
        "package backwire.wire; message M {}",
        "package backwire.TypeCodec; message M {}",
        "package grpc; message Status {}",
        "import \"taken.proto\"; message M {}"}) {
    const Outcome outcome =
        ProtocOn("m.proto", std::string("syntax = \"proto3\"; ") + text);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.output;
    EXPECT_EQ(InsertedInto(folder_ / "out/m.pb.h"), "") << text;
    EXPECT_EQ(InsertedInto(folder_ / "out/m.pb.cc"), "") << text;
    // Its includes would be the first to meet the name.
    const std::string source = Read(folder_ / "out/m.backwire.cc");
    EXPECT_NE(source.find("left to stock: the name"), std::string::npos);
    EXPECT_EQ(source.find("#include"), std::string::npos) << source;
  }
}

TEST_F(PluginTest, GeneratesCodeForTheSameNamesElsewhere) {
  for (const char* text :
       {"package backwire; message M {}", "package grpc.health; message M {}",
        "package a; message backwire {} message grpc {}",
        "message M { message backwire {} }"}) {
    const Outcome outcome =
        ProtocOn("m.proto", std::string("syntax = \"proto3\"; ") + text);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.output;
    EXPECT_NE(InsertedInto(folder_ / "out/m.pb.h"), "") << text;
  }
}

TEST_F(PluginTest, TakesAFileWithoutMessages) {
  const Outcome outcome =
      ProtocOn("e.proto", "syntax = \"proto3\"; enum E { ZERO = 0; }");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_TRUE(fs::exists(folder_ / "out/e.backwire.cc"));
}

TEST_F(PluginTest, GivesFilesOfLikePathsDifferentNames) {
  const std::string files[] = {"a/b.proto", "a_b.proto", "a-b.proto"};
  std::string inserted[3];
  for (int i = 0; i < 3; ++i) {
    ASSERT_EQ(ProtocOn(files[i], kSmallFile).exit_code, 0);
    const std::string stem = files[i].substr(0, files[i].size() - 6);
    inserted[i] = InsertedInto(folder_ / "out" / (stem + ".pb.cc"));
    EXPECT_NE(inserted[i], "");
  }
  EXPECT_NE(inserted[0], inserted[1]);
  EXPECT_NE(inserted[0], inserted[2]);
  EXPECT_NE(inserted[1], inserted[2]);
}

}  // namespace
}  // namespace backwire::plugin

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  backwire::plugin::g_program = argv[0];
  backwire::plugin::g_update =
      argc == 2 && std::strcmp(argv[1], "--update") == 0;
  return RUN_ALL_TESTS();
}
