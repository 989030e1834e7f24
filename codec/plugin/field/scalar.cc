// Numbers, bools and enums: singular, repeated, packed.
#include "backwire/compat/protobuf_compat.h"
#include "backwire/plugin/field/field.h"
#include "backwire/plugin/support.h"
#include "backwire/wire/wire_format.h"

namespace backwire::plugin {
namespace {

class ScalarGenerator final : public FieldGenerator {
 public:
  explicit ScalarGenerator(const Field* field)
      : FieldGenerator(field), closed_(compat::HasClosedEnum(field)) {
    vars_["kind"] = KindOf(field);
  }

  void PrintEncode(Printer* printer) const override {
    PrintIfPresent(printer, EncodeStatement());
  }

  void PrintDecodeCases(Printer* printer) const override {
    if (!field_->is_repeated()) {
      PrintCase(printer, WireTypeOf(field_), DecodeSingular());
      return;
    }
    PrintCase(printer, wire::kLen, DecodePacked());
    PrintCase(printer, WireTypeOf(field_), DecodeRepeated());
  }

 private:
  const char* EncodeStatement() const {
    if (field_->is_packed()) {
      return "cursor = message::EncodePacked<$kind$, $number$>(\n"
             "    msg.$name$(), cursor, writer);\n";
    }
    if (field_->is_repeated()) {
      return "cursor = message::EncodeRepeatedScalar<$kind$, $number$>(\n"
             "    msg.$name$(), cursor, writer);\n";
    }
    if (field_->has_presence()) {
      return "cursor = message::EncodeScalar<$kind$, $number$>(\n"
             "    msg.$name$(), cursor, writer);\n";
    }
    return "cursor = message::EncodeImplicitScalar<$kind$, $number$>(\n"
           "    msg.$name$(), cursor, writer);\n";
  }

  const char* DecodeSingular() const {
    if (closed_) {
      return "ptr = message::DecodeClosedEnum<$kind$, $number$>(\n"
             "    msg, ptr, reader, [&msg](auto v) { msg.set_$name$(v); });\n";
    }
    return "ptr = message::DecodeScalar<$kind$>(\n"
           "    ptr, reader, [&msg](auto v) { msg.set_$name$(v); });\n";
  }

  const char* DecodeRepeated() const {
    if (closed_) {
      return "ptr = message::DecodeClosedEnum<$kind$, $number$>(\n"
             "    msg, ptr, reader, [&msg](auto v) { msg.add_$name$(v); });\n";
    }
    return "ptr = message::DecodeRepeatedScalar<$kind$, $number$>(\n"
           "    msg.mutable_$name$(), ptr, reader);\n";
  }

  const char* DecodePacked() const {
    if (closed_) {
      return "ptr = message::DecodePackedClosedEnum<$kind$, $number$>(\n"
             "    msg, msg.mutable_$name$(), ptr, reader);\n";
    }
    return "ptr = message::DecodePacked<$kind$>(\n"
           "    msg.mutable_$name$(), ptr, reader);\n";
  }

  bool closed_;
};

}  // namespace

std::unique_ptr<FieldGenerator> MakeScalarGenerator(
    const ::google::protobuf::FieldDescriptor* field) {
  return std::make_unique<ScalarGenerator>(field);
}

}  // namespace backwire::plugin
