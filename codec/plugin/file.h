// What the plugin writes for one .proto file.
#ifndef BACKWIRE_PLUGIN_FILE_H_
#define BACKWIRE_PLUGIN_FILE_H_

#include <string>
#include <vector>

#include "google/protobuf/compiler/code_generator.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/io/printer.h"

namespace backwire::plugin {

struct FileOptions {
  bool grpc_seam = true;
  bool builders = false;
  bool views = false;
};

class FileGenerator {
 public:
  // Borrows `file` for the generator's life.
  FileGenerator(const ::google::protobuf::FileDescriptor* file,
                const FileOptions& options);

  void Generate(::google::protobuf::compiler::GeneratorContext* context) const;

 private:
  using Printer = ::google::protobuf::io::Printer;

  // Into the .pb.h: the codecs' declarations, and the way from gRPC to them.
  void PrintDeclarations(Printer* printer) const;
  // Into the .pb.cc: a reference to the codecs, so that no linker drops them.
  void PrintRegistration(Printer* printer) const;
  // The .backwire.cc.
  void PrintSource(Printer* printer) const;
  void PrintHead(Printer* printer) const;
  void PrintTable(Printer* printer) const;

  const ::google::protobuf::FileDescriptor* file_;
  FileOptions options_;
  // Not empty if all of the file is left to stock.
  std::string reason_for_stock_;
  // Those with generated code, in the order of the file.
  std::vector<const ::google::protobuf::Descriptor*> messages_;
  std::vector<const ::google::protobuf::Descriptor*> left_to_stock_;
};

}  // namespace backwire::plugin

#endif  // BACKWIRE_PLUGIN_FILE_H_
