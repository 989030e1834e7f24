#include "server/config/config_loader.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/config/config_key.h"
#include "server/testing/temp_dir.h"

namespace backwire::config {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;
using Arguments = std::vector<std::string>;

absl::StatusOr<LoadedConfig> LoadFile(const std::string& path) {
  return LoadServerConfig({"--config", path}, {});
}

std::string ErrorOf(const absl::StatusOr<LoadedConfig>& loaded) {
  return loaded.ok() ? "no error" : std::string(loaded.status().message());
}

TEST(ConfigLoaderTest, HasDefaultsForEverything) {
  const auto loaded = LoadServerConfig({}, {});
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  EXPECT_EQ(loaded->config.codec(), "stock");
  EXPECT_EQ(loaded->config.listen_address(), "127.0.0.1:50051");
  EXPECT_EQ(loaded->config.limits().max_candidates(), 5000);
  EXPECT_EQ(loaded->config.workload(), METADATA);
  EXPECT_THAT(loaded->warnings, IsEmpty());
}

TEST(ConfigLoaderTest, FlagsWinOverTheEnvironmentAndThatOverTheFile) {
  const server::testing::TempDir dir;
  const std::string path = dir.Write("server.conf", R"(
      codec: "reflective"
      limits { max_candidates: 10 default_chunk_size: 11 }
      drain_timeout_ms: 12)");
  const auto loaded =
      LoadServerConfig({"--config", path, "--limits-max-candidates", "30"},
                       {{"BACKWIRE_LIMITS_MAX_CANDIDATES", "20"},
                        {"BACKWIRE_LIMITS_DEFAULT_CHUNK_SIZE", "21"}});
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  EXPECT_EQ(loaded->config.codec(), "reflective");
  EXPECT_EQ(loaded->config.limits().max_candidates(), 30);
  EXPECT_EQ(loaded->config.limits().default_chunk_size(), 21);
  EXPECT_EQ(loaded->config.drain_timeout_ms(), 12);
}

TEST(ConfigLoaderTest, TakesTheFileFromTheEnvironmentUnlessAFlagNamesOne) {
  const server::testing::TempDir dir;
  const std::string one = dir.Write("one", "codec: \"parity\"");
  const std::string two = dir.Write("two", "codec: \"generated\"");
  const Environment environment = {{"BACKWIRE_CONFIG", one}};
  EXPECT_EQ(LoadServerConfig({}, environment)->config.codec(), "parity");
  EXPECT_EQ(LoadServerConfig({"--config", two}, environment)->config.codec(),
            "generated");
}

TEST(ConfigLoaderTest, EmptyVariableIsNotSetButAnEmptyFlagIs) {
  EXPECT_EQ(LoadServerConfig({}, {{"BACKWIRE_CODEC", ""}})->config.codec(),
            "stock");
  for (const Arguments& arguments :
       {Arguments{"--admin-address", ""}, Arguments{"--admin-address="}}) {
    const auto loaded = LoadServerConfig(arguments, {});
    ASSERT_TRUE(loaded.ok()) << loaded.status();
    EXPECT_EQ(loaded->config.admin().address(), "");
  }
}

TEST(ConfigLoaderTest, UnknownCodecIsLeftToTheCodecLibrary) {
  EXPECT_EQ(LoadServerConfig({"--codec", "fast"}, {})->config.codec(), "fast");
}

TEST(ConfigLoaderTest, UnknownVariableIsAWarning) {
  const auto loaded = LoadServerConfig({}, {{"BACKWIRE_CODC", "generated"}});
  ASSERT_TRUE(loaded.ok());
  EXPECT_THAT(loaded->warnings, ElementsAre(HasSubstr("BACKWIRE_CODC")));
}

struct FileCase {
  const char* text;
  const char* error;  // after the path
};

class BadFileTest : public ::testing::TestWithParam<FileCase> {};

TEST_P(BadFileTest, IsRefusedWithItsPlace) {
  const server::testing::TempDir dir;
  const std::string path = dir.Write("server.conf", GetParam().text);
  EXPECT_THAT(ErrorOf(LoadFile(path)), StartsWith(path + GetParam().error));
  EXPECT_EQ(LoadFile(path).status().code(), absl::StatusCode::kInvalidArgument);
}

INSTANTIATE_TEST_SUITE_P(
    Cases, BadFileTest,
    ::testing::Values(
        FileCase{"codec: \"stock\"\nkodec: \"stock\"\n", ":2:1: "},
        FileCase{"limits {\n  max_candidate: 3\n}\n", ":2:3: "},
        FileCase{"codec: stock\n", ":1:8: "},
        FileCase{"drain_timeout_ms: \"soon\"\n", ":1:19: "},
        FileCase{"drain_timeout_ms: 99999999999\n", ":1:19: "},
        FileCase{"# one\nworkload: SIMILAR\n\n# two\n", ":2:11: "},
        FileCase{"codec: \"a\"\ncodec: \"b\"\n", ":2:1: "},
        FileCase{"limits {\n", ":2:1: "}, FileCase{"codec: \"stock\n", ":1:"},
        FileCase{"\xff\xfe", ":1:1: "},
        FileCase{"limits {\n  max_candidates: 0\n}",
                 ":2:3: limits.max_candidates: 0 is out of range: give 1 to "
                 "1000000"},
        FileCase{"parity_sample_rate: 1.5",
                 ":1:1: parity_sample_rate: 1.5 is out of range: give 0 to 1"},
        FileCase{"parity_sample_rate: nan", ":1:1: parity_sample_rate: nan"},
        FileCase{"\n listen_address: \"localhost\"",
                 ":2:2: listen_address: \"localhost\" is not host:port"},
        FileCase{"listen_address: \"\"", ":1:1: listen_address: "},
        FileCase{"listen_address: \"h:65536\"", ":1:1: listen_address: "},
        FileCase{"listen_address: \":1\"", ":1:1: listen_address: "},
        FileCase{"admin { address: \"9090\" }", ":1:9: admin.address: "},
        FileCase{"tls { client_ca_file: \"ca\" }",
                 ":1:7: tls.client_ca_file: has no effect without"}));

TEST(ConfigLoaderTest, CertificateAndKeyGoTogether) {
  EXPECT_EQ(ErrorOf(LoadServerConfig({"--tls-cert-file", "c"}, {})),
            "default value: tls.key_file: must be set, since tls.cert_file is");
  EXPECT_EQ(ErrorOf(LoadServerConfig({"--tls-key-file", "k"}, {})),
            "default value: tls.cert_file: must be set, since tls.key_file is");
}

TEST(ConfigLoaderTest, GeneratedCatalogueMustHoldEnough) {
  const Arguments small = {"--catalogue-generated-items", "10"};
  EXPECT_EQ(ErrorOf(LoadServerConfig(small, {})),
            "default value: limits.max_candidates: 5000 is more than "
            "catalogue.generated_items, 10");
  Arguments fits = small;
  fits.insert(fits.end(), {"--limits-max-candidates", "10"});
  EXPECT_TRUE(LoadServerConfig(fits, {}).ok());
}

TEST(ConfigLoaderTest, NamesVariableOrFlagOfABadValue) {
  EXPECT_EQ(
      ErrorOf(LoadServerConfig({}, {{"BACKWIRE_DRAIN_TIMEOUT_MS", "1s"}})),
      "environment variable BACKWIRE_DRAIN_TIMEOUT_MS: drain_timeout_ms: "
      "\"1s\" is not a whole number");
  EXPECT_EQ(ErrorOf(LoadServerConfig({"--limits-max-candidates", "-5"}, {})),
            "flag --limits-max-candidates: limits.max_candidates: -5 is out of "
            "range: give 1 to 1000000");
  EXPECT_EQ(ErrorOf(LoadServerConfig({"--log-format=XML"}, {})),
            "flag --log-format: log.format: \"XML\" is not one of TEXT, JSON");
  EXPECT_THAT(ErrorOf(LoadServerConfig({"--catalogue-seed=-1"}, {})),
              HasSubstr("\"-1\" is not a whole number of 0 and more"));
  EXPECT_THAT(ErrorOf(LoadServerConfig({"--parity-sample-rate=x"}, {})),
              HasSubstr("\"x\" is not a number"));
}

TEST(ConfigLoaderTest, BoundsTheCatalogueOfASearch) {
  EXPECT_EQ(
      ErrorOf(LoadServerConfig(
          {"--workload=SIMILARITY", "--catalogue-generated-items=100001"}, {})),
      "flag --catalogue-generated-items: catalogue.generated_items: "
      "100001 is more than workload SIMILARITY can index: give at most "
      "100000");
  EXPECT_TRUE(
      LoadServerConfig({"--catalogue-generated-items=100001"}, {}).ok());
  EXPECT_TRUE(
      LoadServerConfig(
          {"--workload=SIMILARITY", "--catalogue-generated-items=100000"}, {})
          .ok());
}

TEST(ConfigLoaderTest, ChecksWhatAFanoutNeeds) {
  EXPECT_THAT(ErrorOf(LoadServerConfig({"--workload=FANOUT"}, {})),
              HasSubstr("fanout.target: must be set"));
  EXPECT_THAT(ErrorOf(LoadServerConfig({"--fanout-target=a:1"}, {})),
              HasSubstr("fanout.target: has no effect without"));
  const Arguments good = {"--workload=FANOUT", "--fanout-target=a:1",
                          "--limits-max-candidates=30000"};
  EXPECT_TRUE(LoadServerConfig(good, {}).ok());
  Arguments built = good;
  built.push_back("--response=BUILDER");
  EXPECT_THAT(ErrorOf(LoadServerConfig(built, {})),
              HasSubstr("flag --response: response: BUILDER is not offered"));
  Arguments none = good;
  none.push_back("--fanout-requests=0");
  EXPECT_THAT(ErrorOf(LoadServerConfig(none, {})), HasSubstr("give 1 to 64"));
}

TEST(ConfigLoaderTest, RefusesBadCommandLines) {
  for (const Arguments& arguments :
       {Arguments{"--kodec", "stock"}, Arguments{"--codec"},
        Arguments{"--codec", "stock", "--codec", "stock"}, Arguments{"stray"},
        Arguments{"--config"}}) {
    EXPECT_THAT(ErrorOf(LoadServerConfig(arguments, {})),
                StartsWith("command line: "));
  }
}

TEST(ConfigLoaderTest, RefusesFilesThatCannotBeRead) {
  const server::testing::TempDir dir;
  EXPECT_EQ(LoadFile(dir.Path("none")).status().code(),
            absl::StatusCode::kNotFound);
  EXPECT_THAT(ErrorOf(LoadFile(dir.Path(""))), HasSubstr("is a folder"));
  const std::string large(2 << 20, ' ');
  EXPECT_THAT(ErrorOf(LoadFile(dir.Write("large", large))),
              HasSubstr("larger than"));
}

TEST(ConfigLoaderTest, HelpListsEveryKeyWithDefaultAndVariable) {
  const auto loaded = LoadServerConfig({"--help"}, {});
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  for (const ConfigKey& key : ServerConfigKeys()) {
    EXPECT_THAT(loaded->text_to_print, HasSubstr(key.flag()));
    EXPECT_THAT(loaded->text_to_print, HasSubstr(key.environment_name()));
    EXPECT_FALSE(key.help().empty()) << key.name();
  }
  EXPECT_THAT(loaded->text_to_print, HasSubstr("Default: 127.0.0.1:50051."));
}

TEST(ConfigLoaderTest, EveryKeyCanBeSetByVariableAndFlag) {
  for (const ConfigKey& key : ServerConfigKeys()) {
    const std::string text = key.default_text();
    if (text.empty()) continue;  // a text without a default takes everything
    ServerConfig config;
    EXPECT_TRUE(key.SetFromText(text, &config).ok()) << key.name();
    EXPECT_TRUE(key.CheckRange(config).ok()) << key.name();
    EXPECT_TRUE(LoadServerConfig({key.flag(), text}, {}).ok()) << key.name();
    EXPECT_TRUE(LoadServerConfig({}, {{key.environment_name(), text}}).ok());
  }
}

TEST(ConfigLoaderTest, PrintsTheVersion) {
  EXPECT_THAT(LoadServerConfig({"--version"}, {})->text_to_print,
              StartsWith("backwire-server "));
}

}  // namespace
}  // namespace backwire::config
