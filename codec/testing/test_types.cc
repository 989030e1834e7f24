#include "backwire/testing/test_types.h"

namespace backwire::testing {

std::vector<const ::google::protobuf::FileDescriptor*> TestFiles() {
  std::vector<const ::google::protobuf::FileDescriptor*> files;
  for (const char* name :
       {"all_kinds_proto2.proto", "all_kinds_proto3.proto", "maps_proto3.proto",
        "imports.proto", "public_inner.proto", "public_outer.proto",
        "code_size.proto", "code_size_twin.proto", "deprecated.proto",
        "names/fields.proto", "names/no_package.proto", "names/std.proto",
        "names/grpc.proto", "names/google.proto", "names/odd-file.name.proto",
        "names/builders.proto"}) {
    files.push_back(
        ::google::protobuf::DescriptorPool::generated_pool()->FindFileByName(
            name));
  }
  return files;
}

}  // namespace backwire::testing
