#include "backwire/plugin/message.h"

#include <vector>

#include "backwire/plugin/field/field.h"
#include "backwire/plugin/names.h"
#include "backwire/plugin/support.h"

namespace backwire::plugin {
namespace {

using ::google::protobuf::Descriptor;
using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::io::Printer;

// From the last byte to the first: unknown fields, then falling numbers.
void PrintEncode(const Descriptor* message, Printer* printer) {
  printer->Print(
      "uint8_t* MessageCodec<$class$>::Encode(\n"
      "    const $class$& msg, uint8_t* cursor, wire::BackwardWriter& writer) "
      "{\n"
      "  cursor = message::EncodeUnknownFields(msg, cursor, writer);\n",
      "class", ClassOf(message));
  printer->Indent();
  const std::vector<const FieldDescriptor*> fields = FieldsByNumber(message);
  for (auto field = fields.rbegin(); field != fields.rend(); ++field) {
    MakeFieldGenerator(*field)->PrintEncode(printer);
  }
  printer->Outdent();
  printer->Print(
      "  return cursor;\n"
      "}\n"
      "\n");
}

void PrintDecode(const Descriptor* message, Printer* printer) {
  printer->Print(
      "const char* MessageCodec<$class$>::Decode(\n"
      "    $class$& msg, const char* ptr, wire::WireReader& reader) {\n"
      "  while (!reader.Done(&ptr)) {\n"
      "    uint32_t tag;\n"
      "    ptr = reader.ReadTag(ptr, &tag);\n"
      "    if (ptr == nullptr) return nullptr;\n"
      "    switch (tag) {\n",
      "class", ClassOf(message));
  for (int level = 0; level < 3; ++level) printer->Indent();
  for (const FieldDescriptor* field : FieldsByNumber(message)) {
    MakeFieldGenerator(field)->PrintDecodeCases(printer);
  }
  for (int level = 0; level < 3; ++level) printer->Outdent();
  printer->Print(
      "      default:\n"
      "        if (message::EndsGroup(tag)) {\n"
      "          reader.EndGroup(tag);\n"
      "          return ptr;\n"
      "        }\n"
      "        ptr = message::DecodeUnknownField(msg, tag, ptr, reader);\n"
      "        break;\n"
      "    }\n"
      "    if (BACKWIRE_UNLIKELY(ptr == nullptr)) return "
      "reader.FailedField(tag);\n"
      "  }\n"
      "  return ptr;\n"
      "}\n"
      "\n");
}

}  // namespace

void PrintCodecDeclaration(const Descriptor* message, Printer* printer) {
  printer->Print(
      "template <>\n"
      "struct MessageCodec<$class$> {\n"
      "  static constexpr bool kGenerated = true;\n"
      "  static uint8_t* Encode(const $class$& msg, uint8_t* cursor,\n"
      "                         wire::BackwardWriter& writer);\n"
      "  static const char* Decode($class$& msg, const char* ptr,\n"
      "                            wire::WireReader& reader);\n"
      "};\n",
      "class", ClassOf(message));
}

void PrintCodecDefinition(const Descriptor* message, Printer* printer) {
  printer->Print("// $name$\n\n", "name", std::string(message->full_name()));
  PrintEncode(message, printer);
  PrintDecode(message, printer);
}

}  // namespace backwire::plugin
