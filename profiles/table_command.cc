// backwire-profile table: the codecs that scripts/profile.sh measured.
#include <memory>

#include "profiles/command.h"
#include "profiles/comparison.h"
#include "profiles/manifest.h"

namespace backwire::profiles {
namespace {

struct Flags {
  std::string directory;
  std::string form = "text";
  int64_t min_samples = 100;
};

int RunTable(const Flags& flags) {
  const auto manifests = ReadManifests(flags.directory);
  if (!manifests.ok()) return Fail(manifests.status());
  const auto comparison = Compare(*manifests, flags.min_samples);
  if (!comparison.ok()) return Fail(comparison.status());
  if (flags.form == "json") return Print(ToJson(*comparison));
  if (flags.form == "markdown") return Print(ToMarkdown(*comparison));
  return Print(ToText(*comparison));
}

}  // namespace

Command AddTableCommand(CLI::App& line) {
  const auto flags = std::make_shared<Flags>();
  CLI::App* app = line.add_subcommand(
      "table", "Compare the codecs that scripts/profile.sh measured");
  app->add_option("directory", flags->directory,
                  "Folder with one folder and manifest.json a codec")
      ->required();
  app->add_option("--format", flags->form, "text, markdown or json")
      ->check(CLI::IsMember({"text", "markdown", "json"}))
      ->capture_default_str();
  AddMinSamples(app, flags->min_samples);
  return {app, [flags] { return RunTable(*flags); }};
}

}  // namespace backwire::profiles
