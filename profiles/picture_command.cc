// backwire-profile picture: a profile as an SVG image for a page of text.
#include <memory>
#include <string>
#include <vector>

#include "profiles/analysis.h"
#include "profiles/command.h"
#include "profiles/picture.h"

namespace backwire::profiles {
namespace {

struct Flags {
  std::vector<std::string> files;
  std::string title;
  OwnFrames own;
  int64_t min_samples = 100;
};

// What is drawn: samples of CPU, or objects that were allocated.
absl::StatusOr<int> DrawnValue(const CallStacks& profile, int64_t min_samples) {
  for (const char* name : {"samples", "alloc_objects"}) {
    const int index = profile.ValueIndex(name);
    if (index < 0) continue;
    if (profile.Total(index) >= min_samples) return index;
    return absl::FailedPreconditionError(
        "there are fewer samples than --min-samples");
  }
  return absl::InvalidArgumentError(
      "expected a profile of CPU or of allocations");
}

int RunPicture(const Flags& flags) {
  const absl::StatusOr<CallStacks> profile = ReadAndMerge(flags.files);
  if (!profile.ok()) return Fail(profile.status());
  const absl::StatusOr<int> index = DrawnValue(*profile, flags.min_samples);
  if (!index.ok()) return Fail(index.status());
  return Print(RolePicture(*profile, *index, flags.own.Table(), flags.title));
}

}  // namespace

Command AddPictureCommand(CLI::App& line) {
  const auto flags = std::make_shared<Flags>();
  CLI::App* app = line.add_subcommand(
      "picture", "Draw profiles as an SVG flame graph of their parts");
  app->add_option("files", flags->files,
                  "Profiles of CPU or of allocations; several are merged")
      ->required();
  app->add_option("--title", flags->title, "Heading of the picture");
  AddOwnFrames(app, flags->own);
  AddMinSamples(app, flags->min_samples);
  return {app, [flags] { return RunPicture(*flags); }};
}

}  // namespace backwire::profiles
