#include "backwire/plugin/view/file.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "backwire/plugin/extra_header.h"
#include "backwire/plugin/names.h"
#include "backwire/plugin/printing.h"
#include "backwire/plugin/support.h"
#include "backwire/plugin/view/coverage.h"
#include "backwire/plugin/view/field.h"
#include "backwire/plugin/view/layout.h"

namespace backwire::plugin {
namespace {

using ::google::protobuf::Descriptor;
using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::FileDescriptor;
using ::google::protobuf::io::Printer;

constexpr ExtraHeader kHeader = {"view", "VIEW", "ViewOf", "View",
                                 "backwire/dynamic/view_of.h"};

// One message's class.
class ViewGenerator {
 public:
  explicit ViewGenerator(const Descriptor* message) : message_(message) {
    for (const FieldDescriptor* field : FieldsByNumber(message)) {
      fields_.push_back({field, LayoutExpression(field, fields_.size())});
    }
  }

  void PrintClass(Printer* printer) const {
    printer->Print(
        "// $name$\n"
        "template <>\n"
        "class BACKWIRE_NO_DANGLING ViewOf<$class$> : public view::TypedRef {\n"
        " public:\n"
        "  explicit ViewOf(const view::MessageRef& message)\n"
        "      : TypedRef(message) {}\n"
        "\n"
        "  static const view::MessageLayout& Layout() {\n"
        "    return *LayoutOf<$class$>::Get();\n"
        "  }\n"
        "  // Replaces *msg by a copy that keeps nothing of the received "
        "bytes.\n"
        "  [[nodiscard]] bool CopyTo($class$* msg) const {\n"
        "    return view::CopyOut(Untyped(), msg);\n"
        "  }\n",
        "name", std::string(message_->full_name()), "class", ClassOf(message_));
    printer->Indent();
    for (const auto& [field, layout] : fields_) {
      PrintViewMembers(field, layout, printer);
    }
    PrintCases(printer);
    printer->Outdent();
    if (HasConstantLayout(message_) && !fields_.empty()) {
      printer->Print(
          "\n"
          " private:\n"
          "  using Constants = LayoutOf<$class$>;\n",
          "class", ClassOf(message_));
    }
    printer->Print("};\n\n");
  }

  void PrintDefinitions(Printer* printer) const {
    for (const auto& [field, layout] : fields_) {
      PrintViewDefinitions(field, layout, printer);
    }
  }

 private:
  std::string LayoutExpression(const FieldDescriptor* field,
                               size_t index) const {
    return HasConstantLayout(message_)
               ? absl::StrCat("Constants::kFields[", index, "]")
               : absl::StrCat("Field(", field->number(), ")");
  }

  void PrintCases(Printer* printer) const {
    for (int i = 0; i < message_->real_oneof_decl_count(); ++i) {
      const auto* const oneof = message_->oneof_decl(i);
      for (const auto& [field, layout] : fields_) {
        if (field != oneof->field(0)) continue;
        PrintOneofCase(oneof, layout, printer);
      }
    }
  }

  const Descriptor* message_;
  // Each with the expression that is its layout.
  std::vector<std::pair<const FieldDescriptor*, std::string>> fields_;
};

void PrintLayouts(const Messages& messages, Printer* printer) {
  std::vector<LayoutGenerator> layouts;
  for (const Descriptor* message : messages) {
    if (HasConstantLayout(message)) layouts.emplace_back(message);
  }
  for (const LayoutGenerator& layout : layouts) {
    layout.PrintDeclaration(printer);
  }
  for (const LayoutGenerator& layout : layouts) {
    layout.PrintDefinitions(printer);
  }
}

void PrintHeader(const FileDescriptor* file, Printer* printer) {
  const std::string reason = ReasonForStock(file);
  if (!reason.empty()) {
    printer->Print("// There are no views of this file: $reason$.\n", "reason",
                   reason);
    return;
  }
  Messages messages;
  ForEachMessage(file, [&messages](const Descriptor* message) {
    if (WhyNoView(message).empty()) messages.push_back(message);
  });
  PrintBegin(kHeader, file, messages, printer);
  ForEachMessage(file, [printer](const Descriptor* message) {
    const std::string why = WhyNoView(message);
    if (why.empty()) return;
    printer->Print("// There is no view of $name$: $why$.\n\n", "name",
                   std::string(message->full_name()), "why", why);
  });
  for (const Descriptor* message : messages) {
    printer->Print("template <>\nclass ViewOf<$class$>;\n", "class",
                   ClassOf(message));
  }
  if (!messages.empty()) printer->Print("\n");
  PrintLayouts(messages, printer);
  for (const Descriptor* message : messages) {
    ViewGenerator(message).PrintClass(printer);
  }
  for (const Descriptor* message : messages) {
    ViewGenerator(message).PrintDefinitions(printer);
  }
  PrintEnd(kHeader, file, messages, printer);
}

}  // namespace

void GenerateViews(const FileDescriptor* file,
                   ::google::protobuf::compiler::GeneratorContext* context) {
  PrintInto(OutputStream(context->Open(ExtraHeaderOf(file, kHeader.name))),
            [file](Printer* printer) { PrintHeader(file, printer); });
}

}  // namespace backwire::plugin
