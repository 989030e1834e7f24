// Strings and bytes: singular and repeated.
#include "backwire/plugin/field/field.h"
#include "backwire/wire/wire_format.h"

namespace backwire::plugin {
namespace {

class StringGenerator final : public FieldGenerator {
 public:
  explicit StringGenerator(const Field* field) : FieldGenerator(field) {
    vars_["kind"] = KindOf(field);
    vars_["form"] = field->is_repeated()    ? "Repeated"
                    : field->has_presence() ? ""
                                            : "Implicit";
  }

  void PrintEncode(Printer* printer) const override {
    PrintIfPresent(printer,
                   "cursor = message::Encode$form$String<$kind$, $number$>(\n"
                   "    msg.$name$(), cursor, writer, $full_name$);\n");
  }

  void PrintDecodeCases(Printer* printer) const override {
    PrintCase(printer, wire::kLen,
              field_->is_repeated()
                  ? "ptr = message::DecodeRepeatedString<$kind$, $number$>(\n"
                    "    msg.mutable_$name$(), ptr, reader, $full_name$);\n"
                  : "ptr = message::DecodeString<$kind$>(\n"
                    "    msg.mutable_$name$(), ptr, reader, $full_name$);\n");
  }
};

}  // namespace

std::unique_ptr<FieldGenerator> MakeStringGenerator(
    const ::google::protobuf::FieldDescriptor* field) {
  return std::make_unique<StringGenerator>(field);
}

}  // namespace backwire::plugin
