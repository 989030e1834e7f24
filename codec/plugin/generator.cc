#include "backwire/plugin/generator.h"

#include <utility>
#include <vector>

#include "backwire/plugin/file.h"
#if BACKWIRE_PROTOBUF_HAS_EDITIONS
#include "google/protobuf/cpp_features.pb.h"
#endif

namespace backwire::plugin {
namespace {

bool ParseOptions(const std::string& parameter, FileOptions* options,
                  std::string* error) {
  std::vector<std::pair<std::string, std::string>> pairs;
  ::google::protobuf::compiler::ParseGeneratorParameter(parameter, &pairs);
  for (const auto& [key, value] : pairs) {
    if (key == "seam" && (value == "grpc" || value == "none")) {
      options->grpc_seam = value == "grpc";
      continue;
    }
    if (key == "builders" && (value == "true" || value == "false")) {
      options->builders = value == "true";
      continue;
    }
    if (key == "views" && (value == "true" || value == "false")) {
      options->views = value == "true";
      continue;
    }
    *error = "unknown option \"" + key + "=" + value +
             "\"; the options are seam=grpc and seam=none, builders=true and "
             "builders=false, views=true and views=false";
    return false;
  }
  return true;
}

}  // namespace

bool Generator::Generate(
    const ::google::protobuf::FileDescriptor* file,
    const std::string& parameter,
    ::google::protobuf::compiler::GeneratorContext* context,
    std::string* error) const {
  FileOptions options;
  if (!ParseOptions(parameter, &options, error)) return false;
  FileGenerator(file, options).Generate(context);
  return true;
}

#if BACKWIRE_PROTOBUF_HAS_EDITIONS
using ::google::protobuf::Edition;

Edition Generator::GetMinimumEdition() const { return Edition::EDITION_PROTO2; }

Edition Generator::GetMaximumEdition() const {
  // What an edition changes is asked of the descriptors.
  return ::google::protobuf::compiler::ProtocMaximumEdition();
}

std::vector<const ::google::protobuf::FieldDescriptor*>
Generator::GetFeatureExtensions() const {
  return {::google::protobuf::GetExtensionReflection(::pb::cpp)};
}
#endif

}  // namespace backwire::plugin
