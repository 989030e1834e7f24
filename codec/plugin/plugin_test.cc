// Runs protoc with the plugin: what it writes is compared with golden/, which
// `plugin_test --update` rewrites.
#include <sys/wait.h>

#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>

#include "backwire/compat/protobuf_compat.h"
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

  // The builders of a file of that text.
  std::string BuildersOf(const std::string& text) {
    const Outcome outcome = ProtocOn("b.proto", text, "builders=true");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
    return Read(folder_ / "out/b.backwire_builder.h");
  }

  // The views of a file of that text.
  std::string ViewsOf(const std::string& text) {
    const Outcome outcome = ProtocOn("v.proto", text, "views=true");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
    return Read(folder_ / "out/v.backwire_view.h");
  }

  fs::path folder_;
};

// `code` with the names that the linked version's log has for the text of maps:
// newer ones say "M.by_name", where older ones say "M.ByNameEntry.key".
std::string WithLogNames(const std::string& code) {
  if (!BACKWIRE_PROTOBUF_HAS_EDITIONS) return code;
  static const std::regex entry("([A-Z][A-Za-z]*)Entry\\.(key|value)\"");
  std::string result;
  auto from = code.begin();
  for (std::sregex_iterator it(code.begin(), code.end(), entry), end; it != end;
       ++it) {
    result.append(from, code.begin() + it->position());
    const std::string camel = it->str(1);
    for (size_t i = 0; i < camel.size(); ++i) {
      if (std::isupper(camel[i]) != 0 && i > 0) result.push_back('_');
      result.push_back(static_cast<char>(std::tolower(camel[i])));
    }
    result.push_back('"');
    from = code.begin() + it->position() + it->length();
  }
  return result.append(from, code.end());
}

void ExpectGolden(const fs::path& golden, const std::string& actual) {
  if (g_update) return Write(golden, actual);
  EXPECT_EQ(WithLogNames(Read(golden)), actual)
      << golden << " is not what the plugin writes; if it should be, run "
      << g_program << " --update";
}

class GoldenTest : public PluginTest,
                   public ::testing::WithParamInterface<const char*> {};

TEST_P(GoldenTest, WritesWhatIsExpected) {
  const std::string stem = GetParam();
  const fs::path golden = BACKWIRE_GOLDEN_DIR;
  const Outcome outcome =
      Protoc(golden, stem + ".proto", "out", "builders=true,views=true");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.output;
  const fs::path out = folder_ / "out";
  ExpectGolden(golden / (stem + ".backwire.cc"),
               Read(out / (stem + ".backwire.cc")));
  ExpectGolden(golden / (stem + ".backwire_builder.h"),
               Read(out / (stem + ".backwire_builder.h")));
  ExpectGolden(golden / (stem + ".backwire_view.h"),
               Read(out / (stem + ".backwire_view.h")));
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
  for (const char* options : {"seam=tcp", "speed=fast", "seam", "builders=on",
                              "builders", "views=on", "views"}) {
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

TEST_F(PluginTest, WritesBuildersOnlyWhereItIsTold) {
  const fs::path header = folder_ / "out/m.backwire_builder.h";
  for (const char* options : {"", "builders=false"}) {
    ASSERT_EQ(ProtocOn("m.proto", kSmallFile, options).exit_code, 0);
    EXPECT_FALSE(fs::exists(header)) << options;
  }
  ASSERT_EQ(ProtocOn("m.proto", kSmallFile, "builders=true").exit_code, 0);
  EXPECT_NE(Read(header).find("using MBuilder = ::backwire::Builder<::M>;"),
            std::string::npos);
}

TEST_F(PluginTest, LeavesTheSchemasOwnNamesAlone) {
  const std::string header = BuildersOf(
      "syntax = \"proto3\"; package p;"
      "message M {} message MBuilder {} message Kind {} message Item {}"
      "enum KindBuilder { ItemBuilder = 0; }");
  for (const char* taken : {"MBuilder", "KindBuilder", "ItemBuilder"}) {
    EXPECT_NE(header.find("// ::p::" + std::string(taken) + " is a name"),
              std::string::npos);
    EXPECT_EQ(header.find("using " + std::string(taken) + " ="),
              std::string::npos);
  }
  EXPECT_NE(header.find("using MBuilderBuilder ="), std::string::npos);
}

TEST_F(PluginTest, WritesBuildersForLiteMessagesButNotForMessageSets) {
  EXPECT_NE(
      BuildersOf("syntax = \"proto3\"; option optimize_for = LITE_RUNTIME;"
                 "message M { int32 number = 1; }")
          .find("class Builder<::M> : public"),
      std::string::npos);
  const std::string set = BuildersOf(
      "syntax = \"proto2\"; message S { option message_set_wire_format = true;"
      "extensions 4 to max; } message M { optional S set = 1; }");
  EXPECT_EQ(set.find("class Builder<::S>"), std::string::npos);
  EXPECT_EQ(set.find("open_set"), std::string::npos);
  EXPECT_NE(set.find("set_set(const ::S& value)"), std::string::npos);
}

TEST_F(PluginTest, WritesViewsOnlyWhereItIsTold) {
  const fs::path header = folder_ / "out/m.backwire_view.h";
  for (const char* options : {"", "views=false", "builders=true"}) {
    ASSERT_EQ(ProtocOn("m.proto", kSmallFile, options).exit_code, 0);
    EXPECT_FALSE(fs::exists(header)) << options;
  }
  ASSERT_EQ(ProtocOn("m.proto", kSmallFile, "views=true").exit_code, 0);
  EXPECT_NE(Read(header).find("using MView = ::backwire::ViewOf<::M>;"),
            std::string::npos);
}

// Another file of the package may have the name: see PrintAliases().
TEST_F(PluginTest, KeepsAliasesOutOfThePackagesNamespace) {
  const std::string header =
      ViewsOf("syntax = \"proto3\"; package p.q; message M {} message N {}");
  EXPECT_NE(header.find("namespace backwire_files::v_2eproto_view {\n"
                        "using MView = ::backwire::ViewOf<::p::q::M>;\n"
                        "using NView = ::backwire::ViewOf<::p::q::N>;\n"
                        "}\n"
                        "namespace p::q {\n"
                        "using namespace ::backwire_files::v_2eproto_view;\n"
                        "}\n"),
            std::string::npos)
      << header;
}

TEST_F(PluginTest, WritesNeitherViewsNorBuildersWhereItsNamesAreTaken) {
  const std::string schema =
      "syntax = \"proto3\"; package backwire; message DynamicValue {}";
  const std::string views = ViewsOf(schema);
  EXPECT_NE(views.find("no views of this file: the name backwire.DynamicValue"),
            std::string::npos);
  EXPECT_EQ(views.find("#include"), std::string::npos);
  const std::string builders = BuildersOf(schema);
  EXPECT_NE(builders.find("no builders for this file: the name"),
            std::string::npos);
  EXPECT_EQ(builders.find("#include"), std::string::npos);
}

TEST_F(PluginTest, LeavesTheSchemasOwnNamesToItInViewsToo) {
  const std::string header =
      ViewsOf("syntax = \"proto3\"; package p; message M {} message MView {}");
  EXPECT_NE(header.find("// ::p::MView is a name"), std::string::npos);
  EXPECT_EQ(header.find("using MView ="), std::string::npos);
  EXPECT_NE(header.find("using MViewView ="), std::string::npos);
}

TEST_F(PluginTest, WritesViewsOfMessageSetsUnlessTheyAreLite) {
  const std::string sets =
      "message S { option message_set_wire_format = true;"
      "extensions 4 to max; } message M { optional S set = 1; } message F {}";
  std::string header = ViewsOf("syntax = \"proto2\"; " + sets);
  EXPECT_NE(header.find("class BACKWIRE_NO_DANGLING ViewOf<::S> : public"),
            std::string::npos);
  EXPECT_NE(header.find("class BACKWIRE_NO_DANGLING ViewOf<::M> : public"),
            std::string::npos);
  header = ViewsOf("syntax = \"proto2\"; option optimize_for = LITE_RUNTIME;" +
                   sets);
  EXPECT_NE(header.find("no view of S: it is lite and can be extended."),
            std::string::npos);
  EXPECT_NE(header.find("no view of M: it can hold S, and it is lite"),
            std::string::npos);
  EXPECT_EQ(header.find("ViewOf<::M>"), std::string::npos);
  EXPECT_NE(header.find("class BACKWIRE_NO_DANGLING ViewOf<::F> : public"),
            std::string::npos);
}

TEST_F(PluginTest, LaysOutAtRunTimeWhatCanBeExtended) {
  const std::string header = ViewsOf(
      "syntax = \"proto2\"; message E { extensions 4 to max; "
      "optional int32 number = 2; } message M { optional E e = 1; }");
  EXPECT_EQ(header.find("struct LayoutOf<::E>"), std::string::npos);
  EXPECT_NE(header.find("GetNumber<std::int32_t>(Field(2))"),
            std::string::npos);
  EXPECT_NE(header.find("struct LayoutOf<::M>"), std::string::npos);
  // Any extension may have a map, and a required field.
  EXPECT_NE(header.find("view::kReachesRequired | view::kReachesMap"),
            std::string::npos);
}

TEST_F(PluginTest, WritesViewsOfLiteMessagesThatCannotBeExtended) {
  const std::string header = ViewsOf(
      "syntax = \"proto2\"; option optimize_for = LITE_RUNTIME;"
      "message M { optional int32 number = 1; }"
      "message E { extensions 4 to max; }");
  EXPECT_NE(header.find("class BACKWIRE_NO_DANGLING ViewOf<::M> : public"),
            std::string::npos);
  EXPECT_NE(header.find("no view of E: it is lite and can be extended."),
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

constexpr char kEditionsFile[] =
    "edition = \"2023\";\n"
    "package e;\n"
    "message M {\n"
    "  int32 implicit = 1 [features.field_presence = IMPLICIT];\n"
    "  M group = 2 [features.message_encoding = DELIMITED];\n"
    "  repeated int32 expanded = 3\n"
    "      [features.repeated_field_encoding = EXPANDED];\n"
    "  string unchecked = 4 [features.utf8_validation = NONE];\n"
    "  E closed = 5;\n"
    "}\n"
    "enum E { option features.enum_type = CLOSED; ONE = 1; }\n";

#if BACKWIRE_PROTOBUF_HAS_EDITIONS
TEST_F(PluginTest, FollowsTheFeaturesOfEditions) {
  const Outcome outcome = ProtocOn("e.proto", kEditionsFile);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.output;
  const std::string code = Read(folder_ / "out/e.backwire.cc");
  for (const char* call :
       {"EncodeImplicitScalar<message::Int32, 1>", "EncodeGroup<2>",
        "EncodeRepeatedScalar<message::Int32, 3>",
        "EncodeString<message::RawString, 4>",
        "DecodeClosedEnum<message::ClosedEnum<::e::E, &::e::E_IsValid>, 5>"}) {
    EXPECT_NE(code.find(call), std::string::npos) << call;
  }
}
#else
TEST_F(PluginTest, EditionsAreRefusedWithFileAndLine) {
  const Outcome outcome = ProtocOn("e.proto", kEditionsFile);
  EXPECT_NE(outcome.exit_code, 0);
  EXPECT_NE(outcome.output.find("e.proto:1:1: "), std::string::npos)
      << outcome.output;
}
#endif

}  // namespace
}  // namespace backwire::plugin

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  backwire::plugin::g_program = argv[0];
  backwire::plugin::g_update =
      argc == 2 && std::strcmp(argv[1], "--update") == 0;
  return RUN_ALL_TESTS();
}
