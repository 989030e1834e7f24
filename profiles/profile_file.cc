#include "profiles/profile_file.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/gzip_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl.h>

#include <fstream>
#include <unordered_map>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "profiles/elf_symbolizer.h"
#include "profiles/format/gperftools_profile.h"
#include "profiles/format/pprof_profile.h"
#include "profiles/proto/profile.pb.h"

namespace backwire::profiles {
namespace {

constexpr size_t kMaxProfileBytes = 256 << 20;
// A location can stand for many frames, so a small file can unfold to any size.
constexpr size_t kMaxDepth = 1 << 16;
constexpr size_t kMaxFrames = size_t{1} << 27;  // 512 MiB

absl::Status NoProfile() {
  return absl::InvalidArgumentError(
      "this is no profile.proto and no file of gperftools, or it is cut off or "
      "larger than 256 MiB");
}

absl::StatusOr<std::string> ReadAll(std::istream& file) {
  std::string content;
  char chunk[1 << 16];
  while (file.read(chunk, sizeof(chunk)), file.gcount() > 0) {
    content.append(chunk, file.gcount());
    if (content.size() > kMaxProfileBytes) return NoProfile();
  }
  return content;
}

absl::StatusOr<PprofProfile> ParseGperftools(std::istream& file) {
  const absl::StatusOr<std::string> content = ReadAll(file);
  if (!content.ok()) return content.status();
  const absl::StatusOr<RawProfile> raw = ParseGperftoolsProfile(*content);
  if (!raw.ok()) return raw.status();
  const ElfSymbolizer symbolizer(raw->memory_map);
  return ToPprof(*raw, [&symbolizer](uint64_t address) {
    return symbolizer.Name(address);
  });
}

absl::StatusOr<PprofProfile> ParseFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return absl::NotFoundError("cannot open the file");
  char head[16] = {};
  file.read(head, sizeof(head));
  const absl::string_view start(head, file.gcount());
  file.clear();
  file.seekg(0);
  if (IsGperftoolsProfile(start)) return ParseGperftools(file);
  google::protobuf::io::IstreamInputStream raw(&file);
  // AUTO would take the ZLIB form too, and an uncompressed file for broken.
  const bool compressed = head[0] == '\x1f' && head[1] == '\x8b';
  google::protobuf::io::GzipInputStream unzipped(
      &raw, google::protobuf::io::GzipInputStream::GZIP);
  google::protobuf::io::CodedInputStream coded(
      compressed
          ? static_cast<google::protobuf::io::ZeroCopyInputStream*>(&unzipped)
          : &raw);
  coded.SetTotalBytesLimit(kMaxProfileBytes);
  PprofProfile profile;
  if (!profile.ParseFromCodedStream(&coded) || !coded.ConsumedEntireMessage()) {
    return NoProfile();
  }
  return profile;
}

// Builds CallStacks from a PprofProfile, resolving ids and text indices.
class Converter {
 public:
  explicit Converter(const PprofProfile& profile) : profile_(profile) {}

  absl::StatusOr<CallStacks> Convert() && {
    ReadValueNames();
    ReadFunctions();
    ReadMappings();
    ReadLocations();
    for (const PprofSample& sample : profile_.sample()) {
      AddStack(sample);
      if (!error_.empty()) break;
    }
    if (error_.empty()) {
      const absl::Status totals = CheckTotals(result_, CallStacks());
      if (!totals.ok()) Fail(std::string(totals.message()));
    }
    if (!error_.empty()) return absl::InvalidArgumentError(error_);
    return std::move(result_);
  }

 private:
  std::string Text(int64_t index) {
    if (index >= 0 && index < profile_.string_table_size()) {
      return profile_.string_table(index);
    }
    Fail(absl::StrCat("text ", index, " is missing"));
    return "";
  }

  void Fail(std::string error) {
    if (error_.empty()) error_ = "broken profile: " + std::move(error);
  }

  void ReadValueNames() {
    for (const PprofValueType& type : profile_.sample_type()) {
      result_.value_names.push_back(Text(type.type()));
      result_.value_units.push_back(Text(type.unit()));
    }
    if (result_.value_names.empty()) Fail("it has no sample types");
    if (profile_.has_period_type() &&
        Text(profile_.period_type().type()) == "cpu") {
      result_.cpu_period_ns = profile_.period();
      if (result_.cpu_period_ns < 0) Fail("the period is negative");
    }
  }

  void ReadFunctions() {
    for (const PprofFunction& function : profile_.function()) {
      functions_[function.id()] = Text(function.name());
    }
  }

  void ReadMappings() {
    for (const PprofMapping& mapping : profile_.mapping()) {
      const std::string path = Text(mapping.filename());
      objects_[mapping.id()] = path.substr(path.rfind('/') + 1);
    }
  }

  void ReadLocations() {
    for (const PprofLocation& location : profile_.location()) {
      const std::string object =
          location.mapping_id() == 0 ? "" : objects_[location.mapping_id()];
      std::vector<int>& frames = locations_[location.id()];
      for (const PprofLine& line : location.line()) {
        const auto function = functions_.find(line.function_id());
        if (function == functions_.end()) {
          return Fail(
              absl::StrCat("function ", line.function_id(), " is missing"));
        }
        frames.push_back(AddFrame({function->second, object}));
      }
      if (frames.empty()) frames.push_back(AddFrame({"", object}));
    }
  }

  int AddFrame(Frame frame) {
    result_.frames.push_back(std::move(frame));
    return result_.frames.size() - 1;
  }

  void AddStack(const PprofSample& sample) {
    CallStack stack;
    for (const uint64_t id : sample.location_id()) {
      const auto location = locations_.find(id);
      if (location == locations_.end()) {
        return Fail(absl::StrCat("location ", id, " is missing"));
      }
      stack.frames.insert(stack.frames.end(), location->second.begin(),
                          location->second.end());
      if (stack.frames.size() > kMaxDepth) {
        return Fail(
            absl::StrCat("a stack of more than ", kMaxDepth, " frames"));
      }
    }
    frame_count_ += stack.frames.size();
    if (frame_count_ > kMaxFrames) {
      return Fail(
          absl::StrCat("stacks of more than ", kMaxFrames, " frames in all"));
    }
    stack.values.assign(sample.value().begin(), sample.value().end());
    if (stack.values.size() != result_.value_names.size()) {
      return Fail("a sample lacks values");
    }
    for (const int64_t value : stack.values) {
      if (value < 0) return Fail("a sample has a negative value");
    }
    result_.stacks.push_back(std::move(stack));
  }

  const PprofProfile& profile_;
  CallStacks result_;
  std::string error_;
  size_t frame_count_ = 0;
  std::unordered_map<uint64_t, std::string> functions_;
  std::unordered_map<uint64_t, std::string> objects_;
  std::unordered_map<uint64_t, std::vector<int>> locations_;
};

}  // namespace

absl::StatusOr<CallStacks> ReadProfileFile(const std::string& path) {
  const auto named = [&path](const absl::Status& status) {
    return absl::Status(status.code(),
                        absl::StrCat(path, ": ", status.message()));
  };
  const absl::StatusOr<PprofProfile> profile = ParseFile(path);
  if (!profile.ok()) return named(profile.status());
  absl::StatusOr<CallStacks> stacks = Converter(*profile).Convert();
  if (!stacks.ok()) return named(stacks.status());
  return stacks;
}

absl::StatusOr<std::string> SlimProfile(const std::string& path) {
  const absl::StatusOr<CallStacks> sound = ReadProfileFile(path);
  if (!sound.ok()) return sound.status();
  absl::StatusOr<PprofProfile> profile = ParseFile(path);
  if (!profile.ok()) return profile.status();
  profile->DiscardUnknownFields();
  // No name of a function begins so.
  for (std::string& text : *profile->mutable_string_table()) {
    if (absl::StartsWith(text, "/")) text.erase(0, text.rfind('/') + 1);
  }
  return Compress(*profile);
}

}  // namespace backwire::profiles
