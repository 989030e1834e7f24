// The protoc plugin. For each .proto file it writes a .backwire.cc with the
// codecs of the file's messages, and inserts their declarations into the .pb.h
// and their registration into the .pb.cc that --cpp_out makes in the same
// protoc call.
#ifndef BACKWIRE_PLUGIN_GENERATOR_H_
#define BACKWIRE_PLUGIN_GENERATOR_H_

#include <string>
#include <vector>

#include "backwire/compat/protobuf_compat.h"
#include "google/protobuf/compiler/code_generator.h"

namespace backwire::plugin {

class Generator : public ::google::protobuf::compiler::CodeGenerator {
 public:
  // `parameter`: comma-separated options.
  //   seam=grpc  (default) messages reach the codec through gRPC's
  //              SerializationTraits
  //   seam=none  only the codecs; the .pb.h does not mention gRPC
  //   builders=true  a .backwire_builder.h too (default: builders=false)
  //   views=true     a .backwire_view.h too (default: views=false)
  bool Generate(const ::google::protobuf::FileDescriptor* file,
                const std::string& parameter,
                ::google::protobuf::compiler::GeneratorContext* context,
                std::string* error) const override;

#if BACKWIRE_PROTOBUF_HAS_EDITIONS
  uint64_t GetSupportedFeatures() const override {
    return FEATURE_PROTO3_OPTIONAL | FEATURE_SUPPORTS_EDITIONS;
  }
  ::google::protobuf::Edition GetMinimumEdition() const override;
  ::google::protobuf::Edition GetMaximumEdition() const override;
  std::vector<const ::google::protobuf::FieldDescriptor*> GetFeatureExtensions()
      const override;
#else
  uint64_t GetSupportedFeatures() const override {
    return FEATURE_PROTO3_OPTIONAL;
  }
#endif
};

}  // namespace backwire::plugin

#endif  // BACKWIRE_PLUGIN_GENERATOR_H_
