// backwire-profile: says where the CPU and the allocations of a profile go, and
// what a faster codec gives back.
#include <vector>

#include "profiles/command.h"

namespace backwire::profiles {
namespace {

int Run(int argc, char** argv) {
  CLI::App line(
      "Says where the CPU and the allocations of a profile go, and what a "
      "faster codec gives back.",
      "backwire-profile");
  line.require_subcommand(1);
  const std::vector<Command> commands = {
      AddSharesCommand(line), AddDiffCommand(line),    AddSavingsCommand(line),
      AddTableCommand(line),  AddPictureCommand(line), AddSlimCommand(line)};
  CLI11_PARSE(line, argc, argv);
  for (const Command& command : commands) {
    if (command.app->parsed()) return command.run();
  }
  return 0;
}

}  // namespace
}  // namespace backwire::profiles

int main(int argc, char** argv) { return backwire::profiles::Run(argc, argv); }
