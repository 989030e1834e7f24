// backwire-profile diff: the shares of two profiles, or of two sets.
#include <memory>
#include <utility>
#include <vector>

#include "profiles/command.h"
#include "profiles/difference.h"

namespace backwire::profiles {
namespace {

struct Flags {
  std::vector<std::string> pair;  // one before, one after
  std::vector<std::string> before;
  std::vector<std::string> after;
  OwnFrames own;
  std::string form = "text";
  int64_t sampled_every = 1000;
  int64_t min_samples = 100;
};

absl::StatusOr<std::vector<std::string>> ProfilesAtAll(
    const std::vector<std::string>& places) {
  std::vector<std::string> all;
  for (const std::string& place : places) {
    const auto paths = ProfilesAt(place);
    if (!paths.ok()) return paths.status();
    all.insert(all.end(), paths->begin(), paths->end());
  }
  return all;
}

// The places of both sets; empty if the command line is of neither form.
std::pair<std::vector<std::string>, std::vector<std::string>> Places(
    const Flags& flags) {
  if (flags.pair.size() == 2 && flags.before.empty() && flags.after.empty()) {
    return {{flags.pair[0]}, {flags.pair[1]}};
  }
  if (!flags.pair.empty()) return {};
  return {flags.before, flags.after};
}

int RunDiff(const Flags& flags) {
  const auto [before_places, after_places] = Places(flags);
  if (before_places.empty() || after_places.empty()) {
    return Fail(absl::InvalidArgumentError(
        "diff: give two profiles or folders, or sets of them by --before and "
        "--after"));
  }
  const auto before = ProfilesAtAll(before_places);
  if (!before.ok()) return Fail(before.status());
  const auto after = ProfilesAtAll(after_places);
  if (!after.ok()) return Fail(after.status());
  const auto difference = Diff(*before, *after, flags.sampled_every,
                               flags.min_samples, flags.own.Table());
  if (!difference.ok()) return Fail(difference.status());
  if (flags.form == "json") return Print(ToJson(*difference));
  if (flags.form == "markdown") return Print(ToMarkdown(*difference));
  return Print(ToText(*difference));
}

}  // namespace

Command AddDiffCommand(CLI::App& line) {
  const auto flags = std::make_shared<Flags>();
  CLI::App* app = line.add_subcommand(
      "diff", "Compare the shares of two profiles, or of two sets of them");
  app->add_option("profiles", flags->pair,
                  "Before and after: each a profile, or a folder of profiles "
                  "to be merged");
  app->add_option("--before", flags->before,
                  "Profiles and folders to be merged as the first set");
  app->add_option("--after", flags->after, "The same for the second set");
  app->add_option("--format", flags->form, "text, markdown or json")
      ->check(CLI::IsMember({"text", "markdown", "json"}))
      ->capture_default_str();
  AddOwnFrames(app, flags->own);
  AddSampledEvery(app, flags->sampled_every);
  AddMinSamples(app, flags->min_samples);
  return {app, [flags] { return RunDiff(*flags); }};
}

}  // namespace backwire::profiles
