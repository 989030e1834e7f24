// Strings and bytes: singular and repeated.
#include "backwire/compat/protobuf_compat.h"
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
    PrintCase(printer, wire::kLen, DecodeStatement());
  }

 private:
  const char* DecodeStatement() const {
    if (field_->is_repeated()) {
      return "ptr = message::DecodeRepeatedString<$kind$, $number$>(\n"
             "    msg.mutable_$name$(), ptr, reader, $full_name$);\n";
    }
    if (compat::HasViewAccessor(field_)) {
      return "ptr = message::DecodeStringTo<$kind$>(\n"
             "    ptr, reader, $full_name$, [&msg](::std::string&& v) {\n"
             "      msg.set_$name$(::std::move(v));\n"
             "    });\n";
    }
    return "ptr = message::DecodeString<$kind$>(\n"
           "    msg.mutable_$name$(), ptr, reader, $full_name$);\n";
  }
};

}  // namespace

std::unique_ptr<FieldGenerator> MakeStringGenerator(
    const ::google::protobuf::FieldDescriptor* field) {
  return std::make_unique<StringGenerator>(field);
}

}  // namespace backwire::plugin
