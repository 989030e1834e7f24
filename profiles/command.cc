#include "profiles/command.h"

#include <cstdio>

namespace backwire::profiles {

int Fail(const absl::Status& status) {
  constexpr int kFailure = 1;
  std::fprintf(stderr, "backwire-profile: %s\n",
               std::string(status.message()).c_str());
  return kFailure;
}

int Print(const std::string& text) {
  std::fputs(text.c_str(), stdout);
  if (std::fflush(stdout) == 0) return 0;
  return Fail(absl::UnavailableError("cannot write the result"));
}

FrameTable OwnFrames::Table() const {
  std::vector<FrameRule> rules;
  for (const std::string& prefix : build) {
    rules.push_back({Role::kBuild, prefix, "", ""});
  }
  for (const std::string& prefix : handler) {
    rules.push_back({Role::kHandler, prefix, "", ""});
  }
  return FrameTable::With(std::move(rules));
}

void AddOwnFrames(CLI::App* command, OwnFrames& frames) {
  const auto is_prefix = [](const std::string& text) {
    return text.empty() ? std::string("expected the beginning of a name") : "";
  };
  command
      ->add_option("--handler", frames.handler,
                   "Functions of your service, by the beginning of their "
                   "names (\"myservice::\"); may be repeated")
      ->allow_extra_args(false)
      ->check(is_prefix);
  command
      ->add_option("--build", frames.build,
                   "The same of functions that fill or free a response")
      ->allow_extra_args(false)
      ->check(is_prefix);
}

void AddMinSamples(CLI::App* command, int64_t& min_samples) {
  command
      ->add_option("--min-samples", min_samples,
                   "Refuse profiles with fewer samples")
      ->check(CLI::Range(int64_t{1}, int64_t{1} << 40))
      ->capture_default_str();
}

void AddSampledEvery(CLI::App* command, int64_t& sampled_every) {
  command
      ->add_option("--sampled-every", sampled_every,
                   "?every= of the allocation profiles")
      ->check(CLI::Range(int64_t{1}, int64_t{1000000}))
      ->capture_default_str();
}

}  // namespace backwire::profiles
