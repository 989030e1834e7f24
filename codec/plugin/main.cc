// protoc-gen-backwire: see generator.h.
#include "backwire/plugin/generator.h"
#include "google/protobuf/compiler/plugin.h"

int main(int argc, char** argv) {
  backwire::plugin::Generator generator;
  return google::protobuf::compiler::PluginMain(argc, argv, &generator);
}
