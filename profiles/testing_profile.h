// Small profiles for tests, built frame by frame.
#ifndef BACKWIRE_PROFILES_TESTING_PROFILE_H_
#define BACKWIRE_PROFILES_TESTING_PROFILE_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "profiles/call_stacks.h"
#include "profiles/proto/profile.pb.h"

namespace backwire::profiles {

// Frames are written "function@object"; both may be empty.
class ProfileBuilder {
 public:
  // `value_names` in the order of the values that Add() gets.
  explicit ProfileBuilder(const std::vector<std::string>& value_names);

  // A profile of 100 samples a second.
  static ProfileBuilder Cpu();
  static ProfileBuilder Allocations();

  // Adds a stack, innermost frame first.
  ProfileBuilder& Add(const std::vector<std::string>& frames,
                      const std::vector<int64_t>& values);

  PprofProfile& proto() { return profile_; }
  CallStacks Stacks() const;

  // Writes the profile to the folder for tests' files and returns its path.
  std::string Write(const std::string& name, bool compressed = true) const;

 private:
  int64_t Text(const std::string& text);
  uint64_t Location(const std::string& frame);
  uint64_t Mapping(const std::string& object);

  PprofProfile profile_;
  std::map<std::string, int64_t> texts_;
  std::map<std::string, uint64_t> locations_;
  std::map<std::string, uint64_t> mappings_;
};

// Writes `content` to a file of that name in a folder of this test's own and
// returns the path; makes the folders in `name`.
std::string WriteTestFile(const std::string& name, const std::string& content);

// The folder that WriteTestFile() writes to.
std::string TestFolder();

}  // namespace backwire::profiles

#endif  // BACKWIRE_PROFILES_TESTING_PROFILE_H_
