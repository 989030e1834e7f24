// backwire-profile slim: a profile that can be shown to others.
#include <fstream>
#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "profiles/command.h"
#include "profiles/profile_file.h"

namespace backwire::profiles {
namespace {

struct Flags {
  std::string from;
  std::string to;
};

int RunSlim(const Flags& flags) {
  const absl::StatusOr<std::string> slim = SlimProfile(flags.from);
  if (!slim.ok()) return Fail(slim.status());
  std::ofstream file(flags.to, std::ios::binary);
  file << *slim;
  file.close();
  if (file.good()) return 0;
  return Fail(absl::UnavailableError(
      absl::StrCat(flags.to, ": the file cannot be written")));
}

}  // namespace

Command AddSlimCommand(CLI::App& line) {
  const auto flags = std::make_shared<Flags>();
  CLI::App* app = line.add_subcommand(
      "slim", "Write a profile anew without the paths of its machine");
  app->add_option("profile", flags->from, "A profile of pprof or gperftools")
      ->required();
  app->add_option("--output", flags->to, "The file to write (.pb.gz)")
      ->required();
  return {app, [flags] { return RunSlim(*flags); }};
}

}  // namespace backwire::profiles
