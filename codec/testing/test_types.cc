#include "backwire/testing/test_types.h"

#include <string>

#include "backwire/compat/protobuf_compat.h"

namespace backwire::testing {

std::vector<const ::google::protobuf::FileDescriptor*> TestFiles() {
  std::vector<std::string> names = {
      "all_kinds_proto2.proto", "all_kinds_proto3.proto",
      "maps_proto3.proto",      "imports.proto",
      "public_inner.proto",     "public_outer.proto",
      "code_size.proto",        "code_size_twin.proto",
      "deprecated.proto",       "names/fields.proto",
      "names/no_package.proto", "names/std.proto",
      "names/grpc.proto",       "names/google.proto",
      "names/builders.proto",   "names/odd-file.name.proto"};
  if (BACKWIRE_PROTOBUF_HAS_EDITIONS) {
    names.insert(names.end(),
                 {"editions/delimited_file.proto", "editions/edition2023.proto",
                  "editions/edition2024.proto"});
  }
  std::vector<const ::google::protobuf::FileDescriptor*> files;
  for (const std::string& name : names) {
    files.push_back(
        ::google::protobuf::DescriptorPool::generated_pool()->FindFileByName(
            name));
  }
  return files;
}

}  // namespace backwire::testing
