#include "backwire/plugin/builder/file.h"

#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "backwire/plugin/builder/field.h"
#include "backwire/plugin/extra_header.h"
#include "backwire/plugin/names.h"
#include "backwire/plugin/printing.h"
#include "backwire/plugin/support.h"

namespace backwire::plugin {
namespace {

using ::google::protobuf::Descriptor;
using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::FileDescriptor;
using ::google::protobuf::io::Printer;

// A builder remembers which of so many required fields are not set.
constexpr size_t kMaxRequired = 64;

std::vector<const Descriptor*> MessagesWithBuilder(const FileDescriptor* file) {
  std::vector<const Descriptor*> messages;
  ForEachMessage(file, [&messages](const Descriptor* message) {
    if (HasBuilder(message)) messages.push_back(message);
  });
  return messages;
}

// One message's class.
class BuilderGenerator {
 public:
  explicit BuilderGenerator(const Descriptor* message)
      : message_(message), fields_(FieldsByNumber(message)) {
    for (const FieldDescriptor* field : fields_) {
      if (!field->is_required() || required_.size() == kMaxRequired) continue;
      required_.push_back(field);
    }
  }

  void PrintClass(Printer* printer) const {
    printer->Print(
        "// $name$\n"
        "template <>\n"
        "class Builder<$class$> : public builder::MessageBuilder {\n"
        " public:\n",
        "name", std::string(message_->full_name()), "class", ClassOf(message_));
    printer->Indent();
    PrintConstructors(printer);
    for (const FieldDescriptor* field : fields_) {
      PrintBuilderMembers(field, RequiredBit(field), printer);
    }
    printer->Outdent();
    PrintRequiredNames(printer);
    printer->Print("};\n\n");
  }

  void PrintDefinitions(Printer* printer) const {
    for (const FieldDescriptor* field : fields_) {
      PrintBuilderDefinitions(field, RequiredBit(field), printer);
    }
  }

 private:
  int RequiredBit(const FieldDescriptor* field) const {
    for (size_t i = 0; i < required_.size(); ++i) {
      if (required_[i] == field) return static_cast<int>(i);
    }
    return -1;
  }

  void PrintConstructors(Printer* printer) const {
    for (const char* argument :
         {"builder::Output* output", "const builder::Opening& opening"}) {
      const std::string text = argument;
      printer->Print("explicit Builder($argument$) : MessageBuilder($name$) {",
                     "argument", text, "name",
                     text.substr(text.rfind(' ') + 1));
      if (!required_.empty()) {
        printer->Print(" ExpectRequired($fields$, &kRequired); ", "fields",
                       AllRequired());
      }
      printer->Print("}\n");
    }
    if (required_.empty()) return;
    printer->Print("~Builder() { CheckRequired(&kRequired); }\n");
  }

  std::string AllRequired() const {
    const uint64_t all = ~uint64_t{0} >> (kMaxRequired - required_.size());
    return absl::StrCat("0x", absl::Hex(all), "u");
  }

  void PrintRequiredNames(Printer* printer) const {
    if (required_.empty()) return;
    printer->Print(
        "\n"
        " private:\n"
        "  static constexpr const char* kRequiredFields[] = {\n");
    for (const FieldDescriptor* field : required_) {
      printer->Print("      \"$name$\",\n", "name", std::string(field->name()));
    }
    printer->Print(
        "  };\n"
        "  static constexpr builder::RequiredNames kRequired = {\n"
        "      \"$name$\", kRequiredFields};\n",
        "name", std::string(message_->full_name()));
  }

  const Descriptor* message_;
  std::vector<const FieldDescriptor*> fields_;
  std::vector<const FieldDescriptor*> required_;
};

constexpr ExtraHeader kHeader = {"builder", "BUILDER", "Builder", "Builder",
                                 "backwire/builder/builder.h"};

void PrintHeader(const FileDescriptor* file, Printer* printer) {
  const std::string reason = ReasonForStock(file);
  if (!reason.empty()) {
    printer->Print("// There are no builders for this file: $reason$.\n",
                   "reason", reason);
    return;
  }
  const std::vector<const Descriptor*> messages = MessagesWithBuilder(file);
  PrintBegin(kHeader, file, messages, printer);
  for (const Descriptor* message : messages) {
    printer->Print("template <>\nclass Builder<$class$>;\n", "class",
                   ClassOf(message));
  }
  printer->Print("\n");
  for (const Descriptor* message : messages) {
    BuilderGenerator(message).PrintClass(printer);
  }
  for (const Descriptor* message : messages) {
    BuilderGenerator(message).PrintDefinitions(printer);
  }
  PrintEnd(kHeader, file, messages, printer);
}

}  // namespace

void GenerateBuilders(const FileDescriptor* file,
                      ::google::protobuf::compiler::GeneratorContext* context) {
  PrintInto(OutputStream(context->Open(ExtraHeaderOf(file, kHeader.name))),
            [file](Printer* printer) { PrintHeader(file, printer); });
}

}  // namespace backwire::plugin
