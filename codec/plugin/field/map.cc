// Maps, of all types of key and value.
#include "backwire/compat/protobuf_compat.h"
#include "backwire/plugin/field/field.h"
#include "backwire/plugin/names.h"
#include "backwire/wire/wire_format.h"

namespace backwire::plugin {
namespace {

class MapGenerator final : public FieldGenerator {
 public:
  explicit MapGenerator(const Field* field) : FieldGenerator(field) {
    const Field* const key = field->message_type()->map_key();
    const Field* const value = field->message_type()->map_value();
    vars_["key"] = KindOf(key);
    vars_["value"] = KindOf(value);
    vars_["key_name"] = Quoted(compat::LogName(key));
    vars_["value_name"] = Quoted(compat::LogName(value));
  }

  void PrintEncode(Printer* printer) const override {
    printer->Print(vars_,
                   "// $about$\n"
                   "cursor = message::EncodeMap<$key$, $value$, $number$>(\n"
                   "    msg.$name$(), cursor, writer,\n"
                   "    {$key_name$,\n"
                   "     $value_name$});\n");
  }

  void PrintDecodeCases(Printer* printer) const override {
    PrintCase(printer, wire::kLen,
              "ptr = message::DecodeMap<$key$, $value$, $number$>(\n"
              "    msg, msg.mutable_$name$(), ptr, reader,\n"
              "    {$key_name$,\n"
              "     $value_name$});\n");
  }
};

}  // namespace

std::unique_ptr<FieldGenerator> MakeMapGenerator(
    const ::google::protobuf::FieldDescriptor* field) {
  return std::make_unique<MapGenerator>(field);
}

}  // namespace backwire::plugin
