// The commands of backwire-profile. Each adds itself to the command line and is
// run if it was named there.
#ifndef BACKWIRE_PROFILES_COMMAND_H_
#define BACKWIRE_PROFILES_COMMAND_H_

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "profiles/frame_table.h"

namespace backwire::profiles {

struct Command {
  CLI::App* app = nullptr;   // owned by the command line
  std::function<int()> run;  // the exit code
};

Command AddSharesCommand(CLI::App& line);
Command AddTableCommand(CLI::App& line);
Command AddDiffCommand(CLI::App& line);
Command AddPictureCommand(CLI::App& line);
Command AddSlimCommand(CLI::App& line);
Command AddSavingsCommand(CLI::App& line);

// Prints the error and returns the exit code of a failure.
int Fail(const absl::Status& status);

// Prints the result; a failure if it cannot be written.
int Print(const std::string& text);

// Functions of the user's own service, by the beginning of their names.
struct OwnFrames {
  std::vector<std::string> handler;
  std::vector<std::string> build;

  FrameTable Table() const;  // the default one with these before it
};

// --handler and --build.
void AddOwnFrames(CLI::App* command, OwnFrames& frames);

// --min-samples and --sampled-every, checked.
void AddMinSamples(CLI::App* command, int64_t& min_samples);
void AddSampledEvery(CLI::App* command, int64_t& sampled_every);

}  // namespace backwire::profiles

#endif  // BACKWIRE_PROFILES_COMMAND_H_
