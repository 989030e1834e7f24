#include "profiles/format/pprof_profile.h"

#include <google/protobuf/io/gzip_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

#include <string>
#include <unordered_map>

#include "profiles/proto/profile.pb.h"

namespace backwire::profiles {
namespace {

class PprofWriter {
 public:
  PprofWriter(const RawProfile& raw, const Symbolizer& symbolize)
      : raw_(raw), symbolize_(symbolize) {
    Text("");  // the format wants it as the first
  }

  PprofProfile Write() && {
    for (const ValueType& type : raw_.value_types) {
      SetType(type, *profile_.add_sample_type());
    }
    SetType(raw_.period_type, *profile_.mutable_period_type());
    profile_.set_period(raw_.period);
    for (const MappedFile& file : raw_.mappings) AddMapping(file);
    for (const RawStack& stack : raw_.stacks) AddSample(stack);
    return std::move(profile_);
  }

 private:
  int64_t Text(const std::string& text) {
    const auto [entry, is_new] = texts_.emplace(text, texts_.size());
    if (is_new) profile_.add_string_table(text);
    return entry->second;
  }

  void SetType(const ValueType& from, PprofValueType& to) {
    to.set_type(Text(from.type));
    to.set_unit(Text(from.unit));
  }

  void AddMapping(const MappedFile& file) {
    PprofMapping* mapping = profile_.add_mapping();
    mapping->set_id(profile_.mapping_size());
    mapping->set_memory_start(file.start);
    mapping->set_memory_limit(file.limit);
    mapping->set_file_offset(file.offset);
    mapping->set_filename(Text(file.path));
    mapping->set_has_functions(true);
  }

  void AddSample(const RawStack& stack) {
    PprofSample* sample = profile_.add_sample();
    for (const uint64_t address : stack.addresses) {
      sample->add_location_id(Location(address));
    }
    for (const int64_t value : stack.values) sample->add_value(value);
  }

  uint64_t Location(uint64_t address) {
    const auto [entry, is_new] =
        locations_.emplace(address, locations_.size() + 1);
    if (!is_new) return entry->second;
    PprofLocation* location = profile_.add_location();
    location->set_id(entry->second);
    location->set_address(address);
    location->set_mapping_id(MappingOf(address));
    const std::string name = symbolize_(address);
    if (!name.empty()) location->add_line()->set_function_id(Function(name));
    return entry->second;
  }

  // 0 if the address lies in no file.
  uint64_t MappingOf(uint64_t address) const {
    for (const PprofMapping& mapping : profile_.mapping()) {
      if (mapping.memory_start() <= address &&
          address < mapping.memory_limit()) {
        return mapping.id();
      }
    }
    return 0;
  }

  uint64_t Function(const std::string& name) {
    const auto [entry, is_new] =
        functions_.emplace(name, functions_.size() + 1);
    if (is_new) {
      PprofFunction* function = profile_.add_function();
      function->set_id(entry->second);
      function->set_name(Text(name));
      function->set_system_name(function->name());
    }
    return entry->second;
  }

  const RawProfile& raw_;
  const Symbolizer& symbolize_;
  PprofProfile profile_;
  std::unordered_map<std::string, int64_t> texts_;
  std::unordered_map<uint64_t, uint64_t> locations_;
  std::unordered_map<std::string, uint64_t> functions_;
};

}  // namespace

PprofProfile ToPprof(const RawProfile& profile, const Symbolizer& symbolize,
                     const PprofTimes& times) {
  PprofProfile pprof = PprofWriter(profile, symbolize).Write();
  pprof.set_time_nanos(times.start_unix_ns);
  pprof.set_duration_nanos(times.duration_ns);
  return pprof;
}

std::string Compress(const PprofProfile& profile) {
  std::string compressed;
  google::protobuf::io::StringOutputStream raw(&compressed);
  google::protobuf::io::GzipOutputStream zipped(&raw);
  // Neither fails: the target is memory.
  (void)profile.SerializeToZeroCopyStream(&zipped);
  (void)zipped.Close();
  return compressed;
}

std::string ToCompressedPprof(const RawProfile& profile,
                              const Symbolizer& symbolize,
                              const PprofTimes& times) {
  return Compress(ToPprof(profile, symbolize, times));
}

}  // namespace backwire::profiles
