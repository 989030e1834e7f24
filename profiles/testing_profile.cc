#include "profiles/testing_profile.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "gtest/gtest.h"
#include "profiles/format/pprof_profile.h"
#include "profiles/profile_file.h"

namespace backwire::profiles {

ProfileBuilder::ProfileBuilder(const std::vector<std::string>& value_names) {
  Text("");
  for (const std::string& name : value_names) {
    profile_.add_sample_type()->set_type(Text(name));
  }
}

ProfileBuilder ProfileBuilder::Cpu() {
  ProfileBuilder builder({"samples", "cpu"});
  builder.profile_.mutable_period_type()->set_type(builder.Text("cpu"));
  builder.profile_.set_period(10000000);
  return builder;
}

ProfileBuilder ProfileBuilder::Allocations() {
  return ProfileBuilder({"alloc_objects", "alloc_space"});
}

ProfileBuilder& ProfileBuilder::Add(const std::vector<std::string>& frames,
                                    const std::vector<int64_t>& values) {
  PprofSample* sample = profile_.add_sample();
  for (const std::string& frame : frames) {
    sample->add_location_id(Location(frame));
  }
  for (const int64_t value : values) sample->add_value(value);
  return *this;
}

int64_t ProfileBuilder::Text(const std::string& text) {
  const auto [entry, is_new] = texts_.emplace(text, texts_.size());
  if (is_new) profile_.add_string_table(text);
  return entry->second;
}

uint64_t ProfileBuilder::Mapping(const std::string& object) {
  const auto [entry, is_new] = mappings_.emplace(object, mappings_.size() + 1);
  if (is_new) {
    PprofMapping* mapping = profile_.add_mapping();
    mapping->set_id(entry->second);
    mapping->set_filename(Text("/usr/lib/" + object));
  }
  return entry->second;
}

uint64_t ProfileBuilder::Location(const std::string& frame) {
  const auto [entry, is_new] = locations_.emplace(frame, locations_.size() + 1);
  const uint64_t id = entry->second;
  if (!is_new) return id;
  const size_t at = frame.rfind('@');
  const std::string function = frame.substr(0, at);
  PprofLocation* location = profile_.add_location();
  location->set_id(id);
  if (at != std::string::npos) {
    location->set_mapping_id(Mapping(frame.substr(at + 1)));
  }
  if (!function.empty()) {
    location->add_line()->set_function_id(id);
    PprofFunction* named = profile_.add_function();
    named->set_id(id);
    named->set_name(Text(function));
  }
  return id;
}

std::string ProfileBuilder::Write(const std::string& name,
                                  bool compressed) const {
  return WriteTestFile(
      name, compressed ? Compress(profile_) : profile_.SerializeAsString());
}

CallStacks ProfileBuilder::Stacks() const {
  const auto stacks = ReadProfileFile(Write("stacks.pb.gz"));
  EXPECT_TRUE(stacks.ok()) << stacks.status();
  return stacks.ok() ? *stacks : CallStacks{};
}

// Test programs run at the same time, one test each: the process id keeps them
// apart.
std::string TestFolder() {
  return testing::TempDir() + "backwire_profiles_test." +
         std::to_string(getpid());
}

std::string WriteTestFile(const std::string& name, const std::string& content) {
  const std::filesystem::path path = TestFolder() + "/" + name;
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << content;
  return path;
}

}  // namespace backwire::profiles
