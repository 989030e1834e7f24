// How one field is encoded and decoded: a class for each kind, behind one
// interface. What they print picks a function of backwire/message/ and gives it
// the field's accessors; the work is done there.
#ifndef BACKWIRE_PLUGIN_FIELD_FIELD_H_
#define BACKWIRE_PLUGIN_FIELD_FIELD_H_

#include <map>
#include <memory>
#include <string>

#include "google/protobuf/descriptor.h"
#include "google/protobuf/io/printer.h"

namespace backwire::plugin {

class FieldGenerator {
 public:
  using Field = ::google::protobuf::FieldDescriptor;
  using Printer = ::google::protobuf::io::Printer;
  using Variables = std::map<std::string, std::string>;

  virtual ~FieldGenerator() = default;

  // Statements that write the field of `msg` below `cursor`.
  virtual void PrintEncode(Printer* printer) const = 0;
  // The cases of the switch over tags that read the field into `msg`.
  virtual void PrintDecodeCases(Printer* printer) const = 0;

 protected:
  // Borrows `field`. All templates may use $name$ (the accessors' stem),
  // $number$, $full_name$ (a string literal) and $about$ (the comment).
  explicit FieldGenerator(const Field* field);

  // `if (msg.has_x()) {` around the statement where the field has presence.
  void PrintIfPresent(Printer* printer, const char* statement) const;
  // A case for the tag with that wire type.
  void PrintCase(Printer* printer, int wire_type, const char* statement) const;

  const Field* field_;
  Variables vars_;
};

// The generator for the field's kind, which borrows `field`.
std::unique_ptr<FieldGenerator> MakeFieldGenerator(
    const ::google::protobuf::FieldDescriptor* field);

// One for each kind: see <kind>.cc.
std::unique_ptr<FieldGenerator> MakeScalarGenerator(
    const ::google::protobuf::FieldDescriptor* field);
std::unique_ptr<FieldGenerator> MakeStringGenerator(
    const ::google::protobuf::FieldDescriptor* field);
std::unique_ptr<FieldGenerator> MakeSubmessageGenerator(
    const ::google::protobuf::FieldDescriptor* field);
std::unique_ptr<FieldGenerator> MakeMapGenerator(
    const ::google::protobuf::FieldDescriptor* field);

// The kind's class in backwire::message: "message::Int32",
// "message::ClosedEnum<::pkg::E, &::pkg::E_IsValid>", "message::Utf8String",
// "message::Submessage<::pkg::M>".
std::string KindOf(const ::google::protobuf::FieldDescriptor* field);

// The field as its schema has it, for the comment above its code.
std::string About(const ::google::protobuf::FieldDescriptor* field);

}  // namespace backwire::plugin

#endif  // BACKWIRE_PLUGIN_FIELD_FIELD_H_
