// The constants that say how a message lies in memory: see view/layout.h.
#ifndef BACKWIRE_PLUGIN_VIEW_LAYOUT_H_
#define BACKWIRE_PLUGIN_VIEW_LAYOUT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "backwire/view/layout_plan.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/io/printer.h"

namespace backwire::plugin {

class LayoutGenerator {
 public:
  // Borrows `message`, which has a constant layout.
  explicit LayoutGenerator(const ::google::protobuf::Descriptor* message);

  // The class LayoutOf<Foo>.
  void PrintDeclaration(::google::protobuf::io::Printer* printer) const;
  // Its members that refer to other messages' classes.
  void PrintDefinitions(::google::protobuf::io::Printer* printer) const;

 private:
  using EnumDescriptor = ::google::protobuf::EnumDescriptor;
  using FieldDescriptor = ::google::protobuf::FieldDescriptor;
  using Printer = ::google::protobuf::io::Printer;

  void AddEnumOf(const FieldDescriptor* field);
  // "&LayoutOf<::pkg::Foo>::kSub", or "nullptr".
  std::string SubOf(const FieldDescriptor* field) const;
  void PrintEnums(Printer* printer) const;
  void PrintMaps(Printer* printer) const;
  void PrintField(size_t index, Printer* printer) const;
  void PrintFields(Printer* printer) const;

  const ::google::protobuf::Descriptor* message_;
  // The same fields in rising order of numbers.
  std::vector<const FieldDescriptor*> fields_;
  std::vector<view::PlannedField> planned_;
  std::vector<const FieldDescriptor*> maps_;
  std::vector<const EnumDescriptor*> closed_enums_;
  std::vector<uint16_t> dense_;
  uint32_t record_bytes_ = 0;
};

}  // namespace backwire::plugin

#endif  // BACKWIRE_PLUGIN_VIEW_LAYOUT_H_
