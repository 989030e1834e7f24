// CLI11 options in the types of the plans, each with its environment variable.
#ifndef BACKWIRE_CLIENT_FLAGS_OPTION_ADDER_H_
#define BACKWIRE_CLIENT_FLAGS_OPTION_ADDER_H_

#include <CLI/App.hpp>
#include <map>
#include <string>
#include <type_traits>
#include <vector>

#include "absl/time/time.h"

namespace backwire::client {

// "--max-in-flight" -> "BACKWIRE_CLIENT_MAX_IN_FLIGHT".
std::string EnvironmentName(const std::string& flag);

// Adds options to one CLI11 app; borrows the app and every `out`.
class OptionAdder {
 public:
  explicit OptionAdder(CLI::App* app) : app_(app) {}

  // Numbers show their default in the help.
  template <typename T>
  void Value(const std::string& flag, T* out, const std::string& help) {
    CLI::Option* option = app_->add_option(flag, *out, help);
    if constexpr (std::is_arithmetic_v<T>) option->capture_default_str();
    Finish(option, flag);
  }

  // May be repeated; with a `delimiter` other than 0, one text may hold
  // several.
  void Repeated(const std::string& flag, std::vector<std::string>* out,
                char delimiter, const std::string& help);

  void Switch(const std::string& flag, bool* out, const std::string& help);

  // "250ms", "10s", "2m": a number needs its unit.
  void Duration(const std::string& flag, absl::Duration* out,
                const std::string& help);

  template <typename T>
  void Choice(const std::string& flag, T* out,
              const std::map<std::string, T>& choices,
              const std::string& help) {
    const std::string names = Names(choices);
    const auto parse = [flag, out, choices, names](const std::string& text) {
      const auto found = choices.find(text);
      if (found == choices.end()) ThrowBadChoice(flag, text, names);
      *out = found->second;
    };
    Finish(app_->add_option_function<std::string>(flag, parse, help)
               ->type_name(names),
           flag);
  }

  // The headings under which the next options stand in the help.
  void Group(const std::string& name) { group_ = name; }

 private:
  template <typename T>
  static std::string Names(const std::map<std::string, T>& choices) {
    std::string names;
    for (const auto& choice : choices) {
      if (!names.empty()) names += "|";
      names += choice.first;
    }
    return names;
  }

  [[noreturn]] static void ThrowBadChoice(const std::string& flag,
                                          const std::string& text,
                                          const std::string& names);

  void Finish(CLI::Option* option, const std::string& flag);

  CLI::App* app_;
  std::string group_ = "Options";
};

}  // namespace backwire::client

#endif  // BACKWIRE_CLIENT_FLAGS_OPTION_ADDER_H_
