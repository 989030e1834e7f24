// Submessages and groups: singular and repeated.
#include "backwire/plugin/field/field.h"
#include "backwire/plugin/names.h"
#include "backwire/plugin/support.h"
#include "backwire/wire/wire_format.h"

namespace backwire::plugin {
namespace {

class SubmessageGenerator final : public FieldGenerator {
 public:
  explicit SubmessageGenerator(const Field* field) : FieldGenerator(field) {
    vars_["form"] = field->is_repeated() ? "Repeated" : "";
    vars_["what"] = IsGroup(field) ? "Group" : "Submessage";
  }

  void PrintEncode(Printer* printer) const override {
    PrintIfPresent(printer,
                   "cursor = message::Encode$form$$what$<$number$>(\n"
                   "    msg.$name$(), cursor, writer);\n");
  }

  void PrintDecodeCases(Printer* printer) const override {
    if (IsGroup(field_)) {
      PrintCase(printer, wire::kSGroup,
                field_->is_repeated()
                    ? "ptr = message::DecodeGroup<$number$>(\n"
                      "    msg.add_$name$(), ptr, reader);\n"
                    : "ptr = message::DecodeGroup<$number$>(\n"
                      "    msg.mutable_$name$(), ptr, reader);\n");
      return;
    }
    PrintCase(printer, wire::kLen,
              field_->is_repeated()
                  ? "ptr = message::DecodeRepeatedSubmessage<$number$>(\n"
                    "    msg.mutable_$name$(), ptr, reader);\n"
                  : "ptr = message::DecodeSubmessage(\n"
                    "    msg.mutable_$name$(), ptr, reader);\n");
  }
};

}  // namespace

std::unique_ptr<FieldGenerator> MakeSubmessageGenerator(
    const ::google::protobuf::FieldDescriptor* field) {
  return std::make_unique<SubmessageGenerator>(field);
}

}  // namespace backwire::plugin
