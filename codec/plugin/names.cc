#include "backwire/plugin/names.h"

#include <cctype>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "google/protobuf/compiler/cpp/names.h"

namespace backwire::plugin {
namespace {

namespace cpp = ::google::protobuf::compiler::cpp;

std::string FromGlobalScope(const std::string& name) {
  return absl::StartsWith(name, "::") ? name : absl::StrCat("::", name);
}

}  // namespace

std::string ClassOf(const ::google::protobuf::Descriptor* message) {
  return FromGlobalScope(std::string(cpp::QualifiedClassName(message)));
}

std::string ClassOf(const ::google::protobuf::EnumDescriptor* enumeration) {
  return FromGlobalScope(std::string(cpp::QualifiedClassName(enumeration)));
}

std::string CaseConstantOf(const ::google::protobuf::FieldDescriptor* field) {
  return FromGlobalScope(
      std::string(cpp::QualifiedOneofCaseConstantName(field)));
}

std::string AccessorOf(const ::google::protobuf::FieldDescriptor* field) {
  return std::string(cpp::FieldName(field));
}

std::string StemOf(const ::google::protobuf::FileDescriptor* file) {
  return std::string(cpp::StripProto(std::string(file->name())));
}

std::string ExtraHeaderOf(const ::google::protobuf::FileDescriptor* file,
                          const char* what) {
  return absl::StrCat(StemOf(file), ".backwire_", what, ".h");
}

std::string IdentifierOf(const ::google::protobuf::FileDescriptor* file) {
  std::string result;
  for (const char c : std::string(file->name())) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      result.push_back(c);
    } else {
      // An underscore is escaped too, so that no two paths meet.
      absl::StrAppendFormat(&result, "_%02x", static_cast<unsigned char>(c));
    }
  }
  return result;
}

std::string Quoted(const std::string& text) {
  return absl::StrCat("\"", text, "\"");
}

}  // namespace backwire::plugin
