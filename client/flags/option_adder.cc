#include "client/flags/option_adder.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"

namespace backwire::client {

std::string EnvironmentName(const std::string& flag) {
  return absl::StrCat("BACKWIRE_CLIENT_",
                      absl::AsciiStrToUpper(absl::StrReplaceAll(
                          absl::StripPrefix(flag, "--"), {{"-", "_"}})));
}

void OptionAdder::Finish(CLI::Option* option, const std::string& flag) {
  option->envname(EnvironmentName(flag))->group(group_);
}

void OptionAdder::ThrowBadChoice(const std::string& flag,
                                 const std::string& text,
                                 const std::string& names) {
  throw CLI::ValidationError(flag,
                             absl::StrCat("\"", text, "\" is none of ", names));
}

void OptionAdder::Repeated(const std::string& flag,
                           std::vector<std::string>* out, char delimiter,
                           const std::string& help) {
  CLI::Option* option = app_->add_option(flag, *out, help);
  if (delimiter != 0) option->delimiter(delimiter);
  // One value a flag: what follows may be a subcommand.
  Finish(option->allow_extra_args(false), flag);
}

void OptionAdder::Switch(const std::string& flag, bool* out,
                         const std::string& help) {
  Finish(app_->add_flag(flag, *out, help), flag);
}

void OptionAdder::Duration(const std::string& flag, absl::Duration* out,
                           const std::string& help) {
  const auto parse = [flag, out](const std::string& text) {
    if (absl::ParseDuration(text, out)) return;
    throw CLI::ValidationError(
        flag, absl::StrCat("\"", text,
                           "\" is no duration: write 250ms, 10s, 2m or 1h30m"));
  };
  Finish(app_->add_option_function<std::string>(flag, parse, help)
             ->type_name("DURATION"),
         flag);
}

}  // namespace backwire::client
