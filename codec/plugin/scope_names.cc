#include "backwire/plugin/scope_names.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "backwire/plugin/names.h"
#include "backwire/plugin/support.h"

namespace backwire::plugin {
namespace {

using ::google::protobuf::Descriptor;
using ::google::protobuf::FileDescriptor;

class NameCollector {
 public:
  void AddFile(const FileDescriptor* file) {
    if (!seen_.insert(file).second) return;
    for (int i = 0; i < file->dependency_count(); ++i) {
      AddFile(file->dependency(i));
    }
    ForEachMessage(file, [this](const Descriptor* message) {
      names_.insert(ClassOf(message));
      for (int i = 0; i < message->enum_type_count(); ++i) {
        names_.insert(ClassOf(message->enum_type(i)));
      }
    });
    AddOutermost(file);
  }

  std::set<std::string> TakeNames() { return std::move(names_); }

 private:
  void AddOutermost(const FileDescriptor* file) {
    for (int i = 0; i < file->enum_type_count(); ++i) {
      const auto* const type = file->enum_type(i);
      names_.insert(ClassOf(type));
      for (int j = 0; j < type->value_count(); ++j) {
        Add(std::string(type->value(j)->full_name()));
      }
    }
    for (int i = 0; i < file->extension_count(); ++i) {
      Add(std::string(file->extension(i)->full_name()));
    }
    for (int i = 0; i < file->service_count(); ++i) {
      Add(std::string(file->service(i)->full_name()));
    }
  }

  // "pkg.Name".
  void Add(const std::string& full_name) {
    names_.insert(
        absl::StrCat("::", absl::StrReplaceAll(full_name, {{".", "::"}})));
  }

  std::set<const FileDescriptor*> seen_;
  std::set<std::string> names_;
};

}  // namespace

std::set<std::string> NamesVisibleIn(const FileDescriptor* file) {
  NameCollector collector;
  collector.AddFile(file);
  return collector.TakeNames();
}

}  // namespace backwire::plugin
